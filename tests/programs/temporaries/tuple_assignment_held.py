# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b, c = a * 2 + 1, 5  # expect: CUP406
