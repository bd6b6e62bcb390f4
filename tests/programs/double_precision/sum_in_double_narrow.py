# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.sum(axis=0, dtype=cp.float64) + cp.zeros(5000)
