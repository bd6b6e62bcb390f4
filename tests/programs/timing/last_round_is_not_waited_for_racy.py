import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
b = a
for _ in range(10):
    if float(b.max()) < 1e-3:
        break
    b = b @ a
print(time.perf_counter() - t0)  # maybe: CUP501
print(float(b.max()))
