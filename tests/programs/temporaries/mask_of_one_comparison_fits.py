# rules: CUP406

import cupy as cp

a = cp.ones((10_000, 10_000), dtype=cp.float32)
inside = a > 0
