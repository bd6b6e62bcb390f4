# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.int32)
b = a / 2
c = a / a
d = cp.sqrt(a)
e = a.mean(axis=0)
