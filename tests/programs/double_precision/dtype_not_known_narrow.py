# rules: CUP407

import cupy as cp


def f(kind):
    a = cp.ones((5000, 5000), dtype=cp.float32)
    return a + cp.zeros(5000, dtype=kind)


f(cp.float32)
