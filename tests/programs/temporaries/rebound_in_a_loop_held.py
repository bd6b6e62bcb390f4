# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
for step in range(3):
    x = x + 1  # expect: CUP406
