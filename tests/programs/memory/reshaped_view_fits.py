# device-memory: 256MiB
# measured-peak: 200001536

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.reshape(-1)
c = a.T
d = cp.zeros(25_000_000, dtype=cp.float32)
print(float(b[0] + c[0, 0] + d[0]))
