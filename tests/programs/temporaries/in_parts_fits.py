# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
c = cp.empty_like(a)
for start in range(0, 5000, 500):
    c[start : start + 500] = a[start : start + 500] * 2 + 1
