# device-memory: 256MiB
# measured-peak: 400040448

import cupy as cp

v = cp.arange(10_000, dtype=cp.float32)
m = v[:, None] * v  # expect: CUP401
