# rules: CUP407

import cupy as cp

row = cp.ones(5000, dtype=cp.float32)
a = cp.ones((5000, 5000)) * row
