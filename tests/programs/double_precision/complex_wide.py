# rules: CUP407

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.complex64)
b = a * cp.hanning(5000)  # expect: CUP407
