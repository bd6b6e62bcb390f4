# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
c = cp.where(a > 0, a * 2, a - 1)  # expect: CUP406
