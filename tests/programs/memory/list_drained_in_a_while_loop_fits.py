# device-memory: 256MiB

import cupy as cp

work = [cp.ones((1000, 5000), dtype=cp.float32) for _ in range(8)]
total = 0.0
while work:
    total += float(work.pop().sum())
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
