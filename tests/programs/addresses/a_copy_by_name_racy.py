import cupy as cp


def f(z):
    z = cp.ascontiguousarray(z)
    return z.data.ptr  # expect: CUP315
