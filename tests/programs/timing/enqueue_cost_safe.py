import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
for _ in range(100):
    b = a * 2
issue = (time.perf_counter() - t0) / 100
cp.cuda.Device().synchronize()
total = (time.perf_counter() - t0) / 100
print(issue, total)
