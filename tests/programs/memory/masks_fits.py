# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
mask = (a > 0) & (a < 2)
mask |= cp.isnan(a)
a[mask] = 0
b = cp.where(mask, a, 0)
