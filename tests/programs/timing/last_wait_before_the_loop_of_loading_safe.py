import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
total = float((a @ a).sum())
for row in range(4):
    a[row] = cp.asarray(np.ones(512))
t1 = time.perf_counter()  # maybe: CUP501
print("loaded in", t1 - t0)
