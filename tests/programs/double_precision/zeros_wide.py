# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + cp.zeros((5000, 5000))  # expect: CUP407
