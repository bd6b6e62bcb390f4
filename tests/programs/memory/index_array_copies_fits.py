# device-memory: 256MiB

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
x = x[cp.arange(10)]
y = cp.ones((5000, 5000), dtype=cp.float32)
z = cp.ones((5000, 5000), dtype=cp.float32)
