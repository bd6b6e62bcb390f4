import cupy as cp


def f(lib, n):
    p = cp.zeros(n).data.ptr  # expect: CUP315
    lib.run(p)
