# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
row = a[0]
del a
b = cp.ones((5000, 5000), dtype=cp.float32)
c = b + row  # expect: CUP402
