# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
a[:10] = cp.zeros((10, 5000))
