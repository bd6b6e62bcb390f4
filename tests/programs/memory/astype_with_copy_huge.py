# device-memory: 256MiB

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.astype(cp.float32)
c = b.astype(cp.float32)  # expect: CUP402
