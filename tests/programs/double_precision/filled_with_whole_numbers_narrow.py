# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.int32)
b = a + cp.full(5000, 3)
