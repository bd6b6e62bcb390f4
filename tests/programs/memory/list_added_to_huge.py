# device-memory: 256MiB

import cupy as cp

kept = []
for number in range(100):
    kept += [cp.ones((1000, 1000), dtype=cp.float32)]  # expect: CUP404
