# rules: CUP407

import cupy as cp

x = cp.linspace(0, 1, 4000)
u, v = cp.meshgrid(x, x)
a = cp.ones((4000, 4000), dtype=cp.float32)
b = a * u
