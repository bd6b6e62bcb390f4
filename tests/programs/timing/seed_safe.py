import time

import cupy as cp
import numpy as np

cp.random.seed(int(time.time()))
b = cp.random.rand(100)
np.random.seed(int(time.time() * 1000) % 2**32)
print(b.sum())
