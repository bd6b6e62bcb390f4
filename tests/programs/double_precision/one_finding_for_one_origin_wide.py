# rules: CUP407

import cupy as cp

w = cp.ones(5000)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a * w  # expect: CUP407
c = a + w
d = b + a
