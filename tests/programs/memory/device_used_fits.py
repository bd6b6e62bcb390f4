# device-memory: 256MiB

import cupy as cp

cp.cuda.Device(0).use()
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
cp.cuda.Device(1).use()
c = cp.ones((5000, 5000), dtype=cp.float32)
d = c + 1
