import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
for i in range(5):
    b = a @ a
cp.cuda.Device().synchronize()
t1 = time.perf_counter()
average = (t1 - t0) / 5
print(average)
