# device-memory: 256MiB

import cupy as cp

a = cp.ones((50, 500, 1000), dtype=cp.float32)
b = a.transpose(2, 0, 1)
c = cp.moveaxis(b, 0, -1)
d = cp.swapaxes(c, 0, 1)
e = cp.broadcast_to(a[0], (100, 500, 1000))
f = cp.expand_dims(a, 0)
g = cp.zeros((5000, 5000), dtype=cp.float32)
h = cp.split(g, 5)
i = a.real
