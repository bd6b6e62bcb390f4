# device-memory: 256MiB
# measured-peak: 400040448

import cupy as cp

v = cp.arange(10_000, dtype=cp.float32)
m = cp.outer(v, v)  # expect: CUP401
