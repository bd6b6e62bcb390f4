import cupy as cp


def f(z):
    return cp.ascontiguousarray(z).data.ptr  # expect: CUP315
