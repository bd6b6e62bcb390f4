# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
w = cp.ones(5000)
for row in a:
    b = row * w
