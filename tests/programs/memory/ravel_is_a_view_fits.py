# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.ravel()
c = cp.ravel(a)
d = a.reshape(2500, -1)
e = a[None].squeeze()
f = cp.zeros((5000, 5000), dtype=cp.float32)
