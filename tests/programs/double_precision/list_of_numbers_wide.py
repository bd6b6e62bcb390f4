# rules: CUP407

import cupy as cp

a = cp.ones((5_000_000, 3), dtype=cp.float32)
b = a * cp.array([0.3, 0.5, 0.2])  # expect: CUP407
