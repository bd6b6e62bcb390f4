# rules: CUP406

import cupy as cp

w = cp.ones((5000, 5000), dtype=cp.float32)
g = cp.ones((5000, 5000), dtype=cp.float32)
w = w - 0.1 * g  # expect: CUP406
