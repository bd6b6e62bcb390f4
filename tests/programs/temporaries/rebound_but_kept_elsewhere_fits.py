# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
first = x
x = x + 1
print(float(first[0, 0]), float(x[0, 0]))
