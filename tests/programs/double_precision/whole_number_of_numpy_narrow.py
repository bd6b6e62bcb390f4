# rules: CUP407

import cupy as cp
import numpy as np

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a * np.prod((2, 3)) / len(a)
