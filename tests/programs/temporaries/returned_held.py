# rules: CUP406

import cupy as cp


def f(a):
    return cp.exp(-a * a)  # expect: CUP406


c = f(cp.ones((5000, 5000), dtype=cp.float32))
