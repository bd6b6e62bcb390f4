# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
parts = [a[i : i + 10] for i in range(0, 5000, 10)]
b = cp.ones((5000, 5000), dtype=cp.float32)
