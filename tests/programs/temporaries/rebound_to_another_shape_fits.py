# rules: CUP406

import cupy as cp

x = cp.ones(20_000_000, dtype=cp.float32)
y = cp.ones((2, 1), dtype=cp.float32)
x = x + y
