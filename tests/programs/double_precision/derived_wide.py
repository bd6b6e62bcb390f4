# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
t = cp.linspace(0, 1, 5000)
window = cp.exp(-t * t)
b = a * window  # expect: CUP407
