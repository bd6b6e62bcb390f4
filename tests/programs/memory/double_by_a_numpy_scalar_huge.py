# device-memory: 256MiB
# measured-peak: 300000256

import cupy as cp
import numpy as np

a = cp.ones((5000, 5000), dtype=cp.float32)
b = a.astype(np.float64)  # expect: CUP402
