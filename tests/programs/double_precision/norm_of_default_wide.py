# rules: CUP407

import cupy as cp

w = cp.ones(100)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a / cp.linalg.norm(w)  # expect: CUP407
