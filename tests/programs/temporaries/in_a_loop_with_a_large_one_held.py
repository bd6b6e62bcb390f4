# rules: CUP406

import cupy as cp

for n in (10, 100, 10_000):
    a = cp.ones((n, n), dtype=cp.float32)
    c = a * 2 + 1  # expect: CUP406
