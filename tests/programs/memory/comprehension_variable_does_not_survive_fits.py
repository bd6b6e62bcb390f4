# device-memory: 256MiB

import cupy as cp

sums = [float(block.sum()) for block in (cp.full((5000, 5000), n, dtype=cp.float32) for n in range(3))]
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
