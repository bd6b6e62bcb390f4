# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
z = cp.zeros((5000, 5000), dtype=cp.float64)
y = cp.zeros((5000, 5000), float)
b = a + z + y
