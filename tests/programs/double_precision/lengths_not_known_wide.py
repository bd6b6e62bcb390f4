# rules: CUP407

import cupy as cp


def f(n):
    a = cp.ones((n, n), dtype=cp.float32)
    return a * cp.ones((n, n))  # expect: CUP407
