# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.astype(cp.float16)
c = b * cp.float16(2)
d = c - b
