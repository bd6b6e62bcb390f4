# rules: CUP407

import cupy as cp


def ramp(n, dtype=None):
    return cp.linspace(0, 1, n, dtype=dtype)


a = cp.ones((5000, 5000), dtype=cp.float32)
b = a * ramp(5000, cp.float32)
