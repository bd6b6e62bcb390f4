# device-memory: 256MiB
# measured-peak: 320000000

import cupy as cp

a = cp.ones((4000, 4000), dtype=cp.float32)
b = cp.ones((4000, 4000), dtype=cp.float32)
c = (a * b) + (a - b)  # expect: CUP402
