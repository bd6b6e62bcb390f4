import time

import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

host = np.random.rand(1 << 20)
t0 = time.perf_counter()
x = cp.asarray(host)
print("to device:", time.perf_counter() - t0)  # expect: CUP501
