# device-memory: 256MiB

import cupy as cp

a = b = c = cp.ones((5000, 5000), dtype=cp.float32)
d = cp.zeros_like(a)
