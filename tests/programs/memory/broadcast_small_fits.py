# device-memory: 256MiB
# measured-peak: 100020736

import cupy as cp

v = cp.arange(5_000, dtype=cp.float32)
m = v[:, None] * v
print(float(m[0, 0]))
