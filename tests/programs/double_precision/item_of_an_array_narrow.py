# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a / a.max().item() + float(a[0, 0]) * a
