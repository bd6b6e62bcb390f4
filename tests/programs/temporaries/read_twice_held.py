# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
x = x * x + x  # expect: CUP406
