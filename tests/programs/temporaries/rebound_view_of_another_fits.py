# rules: CUP406

import cupy as cp

whole = cp.ones((5000, 5000), dtype=cp.float32)
x = whole[1:]
x = x + 1
print(float(whole[0, 0]))
