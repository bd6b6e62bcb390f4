# device-memory: 256MiB

import cupy as cp

n = cp.arange(4000, dtype=cp.float32)
gx, gy = cp.meshgrid(n, n, sparse=True)
r = gx * gx + gy * gy
