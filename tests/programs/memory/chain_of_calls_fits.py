# device-memory: 256MiB
# measured-peak: 200020992

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
y = x.sum(axis=0).reshape(1, -1).repeat(5000, axis=0)
print(float(y[0, 0]))
