# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a - a.mean(axis=1, keepdims=True)
c = b / a.std(axis=1, keepdims=True)  # expect: CUP402
