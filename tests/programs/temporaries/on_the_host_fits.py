# rules: CUP406

import cupy as cp
import numpy as np

a = np.ones((5000, 5000), dtype=np.float32)
c = a * a + 1
