# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.astype(cp.float32, copy=False)
c = b.astype("float32", copy=False)
d = cp.zeros((5000, 5000), dtype=cp.float32)
