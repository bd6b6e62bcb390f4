# rules: CUP407

import cupy as cp

total = cp.zeros((5000, 5000))
a = cp.ones((5000, 5000), dtype=cp.float32)
total += a
