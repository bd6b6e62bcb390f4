# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
total = (a * a).sum()
