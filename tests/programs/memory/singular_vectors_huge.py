# device-memory: 256MiB

import cupy as cp

a = cp.ones((8000, 500), dtype=cp.float32)
u, s, v = cp.linalg.svd(a)  # expect: CUP402
