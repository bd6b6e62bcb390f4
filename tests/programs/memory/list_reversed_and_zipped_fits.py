# device-memory: 256MiB

import cupy as cp

pairs = list(zip([cp.ones((1000, 5000), dtype=cp.float32) for _ in range(3)], range(3)))
for a, number in pairs:
    a *= number
