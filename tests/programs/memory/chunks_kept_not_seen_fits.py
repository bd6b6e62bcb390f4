# device-memory: 256MiB

import cupy as cp
import numpy as np

host = np.ones((100_000, 5000), dtype=np.float32)
parts = []
for start in range(0, host.shape[0], 1000):
    parts.append(cp.asarray(host[start : start + 1000]))  # too much, which is not seen
