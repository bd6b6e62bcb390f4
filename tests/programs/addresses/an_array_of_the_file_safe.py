import cupy as cp

z = cp.zeros(9)


def f():
    return z.data.ptr
