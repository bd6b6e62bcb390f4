import cupy as cp


def f(n):
    z = cp.zeros(n)
    yield z.nbytes
    return z.data.ptr
