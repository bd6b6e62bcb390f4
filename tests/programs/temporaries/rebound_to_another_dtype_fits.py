# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.int32)
x = x / 2
