# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
a += cp.exp(b * 2) + 1
a[:] *= b + 1
