# rules: CUP406

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
c = cp.empty_like(a)
cp.multiply(a, a, out=c)
cp.add(c, 1, out=c)
