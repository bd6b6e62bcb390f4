# device-memory: 256MiB

import cupy as cp

for number in range(2):
    block = cp.full((5000, 5000), number, dtype=cp.float32)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + block  # expect: CUP402
