import time

import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

cp.random.seed(int(time.time()))
b = cp.random.rand(100)
np.random.seed(int(time.time() * 1000) % 2**32)
print(b.sum())
