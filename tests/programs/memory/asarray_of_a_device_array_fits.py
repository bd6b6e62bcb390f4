# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.asarray(a)
c = cp.asarray(b, dtype=cp.float32)
d = cp.ascontiguousarray(a)
e = cp.asanyarray(a)
f = cp.zeros_like(a)
