# rules: CUP406

import cupy as cp

x = cp.ones((5000, 5000), dtype=cp.float32)
keep = lambda old=x: old
x = x + 1
print(float(keep()[0, 0]))
