# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
a -= a.mean(axis=1, keepdims=True)
a /= cp.sqrt((a * a).sum(axis=1, keepdims=True))
