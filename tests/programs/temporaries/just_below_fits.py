# rules: CUP406

import cupy as cp

a = cp.ones((4000, 4000), dtype=cp.float32)
c = a * a + 1
