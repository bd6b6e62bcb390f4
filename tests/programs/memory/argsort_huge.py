# device-memory: 256MiB

import cupy as cp

values = cp.ones(20_000_000, dtype=cp.float32)
order = cp.argsort(values)  # expect: CUP402
