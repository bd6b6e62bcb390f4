# rules: CUP407

import cupy as cp

t = cp.linspace(0, 1, 5000)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + cp.ones_like(t)  # expect: CUP407
