# device-memory: 256MiB

import cupy as cp

a = cp.ones((4000, 4000), dtype=cp.float32)
b = cp.diff(a, axis=0)
c = cp.cumsum(a, axis=0)
