# device-memory: 256MiB

import cupy as cp
import numpy as np

host = np.ones((100_000, 5000), dtype=np.float32)
total = 0.0
for start in range(0, host.shape[0], 5000):
    part = cp.asarray(host[start : start + 5000])
    total += float(part.sum())
print(total)
