# device-memory: 256MiB

import cupy as cp

a = cp.ones((1000, 1000), dtype=cp.float32)
b = cp.tile(a, (9, 9))  # expect: CUP401
