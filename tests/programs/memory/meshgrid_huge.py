# device-memory: 256MiB

import cupy as cp

n = cp.arange(4000, dtype=cp.float32)
gx, gy, gz = cp.meshgrid(n[:300], n[:300], n[:300])  # expect: CUP402
