# device-memory: 256MiB
# measured-peak: 300000256

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.int32)
b = a / 2  # expect: CUP402
