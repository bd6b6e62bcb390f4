# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
x = y = x * 2 + 1  # expect: CUP406
