# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.array(a, copy=False)
c = cp.zeros((5000, 5000), dtype=cp.float32)
