# rules: CUP407

import cupy as cp

a = cp.ones((500, 500), dtype=cp.float32)
b = a + cp.zeros((500, 500))
