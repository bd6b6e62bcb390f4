# rules: CUP407

import cupy as cp
import numpy as np

rng = np.random.default_rng(0)
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a * rng.random() + rng.normal()
