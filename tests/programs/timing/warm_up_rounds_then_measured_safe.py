import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

for _ in range(3):
    b = a @ a
cp.cuda.Device().synchronize()
t0 = time.perf_counter()
for _ in range(10):
    b = a @ a
cp.cuda.Device().synchronize()
print((time.perf_counter() - t0) / 10)
