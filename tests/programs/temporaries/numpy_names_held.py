# rules: CUP406

import cupy as cp
import numpy as np

a = cp.ones((5000, 5000), dtype=cp.float32)
c = np.sqrt(a * 2)  # expect: CUP406
