# rules: CUP406

import cupy as cp

y = cp.ones((5000, 5000), dtype=cp.float32)
z = y[::-1]
y[:] = z * 2
