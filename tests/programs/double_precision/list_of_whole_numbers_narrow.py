# rules: CUP407

import cupy as cp

a = cp.ones((5_000_000, 3), dtype=cp.complex64)
b = a * cp.array([1, 2, 3], dtype=cp.float32)
