# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
del a
c = b * 2
print(float(c[0, 0]))
