# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
y = cp.empty_like(a)
y[:2500] = a[:2500] * 2
