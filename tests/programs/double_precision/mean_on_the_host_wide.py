# rules: CUP407

import cupy as cp
import numpy as np

h = np.linspace(0, 1, 100)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a - np.mean(h)  # expect: CUP407
