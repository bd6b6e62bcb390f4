import cupy as cp


def f(keep, n):
    z = cp.zeros(n)
    keep.append(z)
    return z.data.ptr
