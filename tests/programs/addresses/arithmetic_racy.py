import cupy as cp


def f(z):
    return (z + 1).data.ptr  # expect: CUP315
