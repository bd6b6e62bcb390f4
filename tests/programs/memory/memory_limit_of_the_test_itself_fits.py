# device-memory: 256MiB

import cupy as cp

a = cp.ones((1, 64 << 20), dtype=cp.float32)
a *= 2
