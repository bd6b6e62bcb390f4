# device-memory: 256MiB

import cupy as cp

n = cp.arange(9123, dtype=cp.float32)
gx, gy = cp.meshgrid(n, n)  # expect: CUP402
