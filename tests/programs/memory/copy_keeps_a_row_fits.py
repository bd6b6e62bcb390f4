# device-memory: 256MiB
# measured-peak: 100020736

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
row = a[0].copy()
del a
b = cp.ones((5000, 5000), dtype=cp.float32)
b += row
print(float(b[0, 0]))
