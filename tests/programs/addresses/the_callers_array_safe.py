import cupy as cp


def f(z):
    return z.data.ptr, z[1:].data.ptr
