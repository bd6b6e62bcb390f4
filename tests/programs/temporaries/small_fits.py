# rules: CUP406

import cupy as cp

a = cp.ones((500, 500), dtype=cp.float32)
c = a * a + 1
