# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a * 2.5 + 1
