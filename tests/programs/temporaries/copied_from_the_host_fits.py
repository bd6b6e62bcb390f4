# rules: CUP406

import cupy as cp
import numpy as np

a = np.ones((5000, 5000), dtype=np.float32)
y = cp.empty((5000, 5000), dtype=cp.float32)
y[:] = cp.asarray(a)
