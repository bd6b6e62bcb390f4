# device-memory: 256MiB

import cupy as cp

parts = []
for number in range(4):
    with cp.cuda.Device(number):
        parts.append(cp.ones((5000, 5000), dtype=cp.float32))
