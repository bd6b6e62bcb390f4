# device-memory: 256MiB
# measured-peak: 400400384

import cupy as cp

a = cp.ones((10000, 10), dtype=cp.float32)
m = a @ a.T  # expect: CUP401
