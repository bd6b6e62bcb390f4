# rules: CUP407

import cupy as cp


def f(x):
    return x * cp.zeros(x.shape, x.dtype) + cp.ones(x.shape, dtype=x.dtype)


f(cp.ones((5000, 5000), dtype=cp.float32))
