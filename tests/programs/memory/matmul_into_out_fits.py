# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.empty_like(a)
for _ in range(3):
    cp.matmul(a, a, out=b)
