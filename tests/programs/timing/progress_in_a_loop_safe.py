import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

begin = time.time()
b = a
for i in range(1000):
    b = cp.roll(b, 1, axis=0) * 0.5
    if i % 100 == 0:
        print(i, "after", time.time() - begin)  # maybe: CUP501
print(float(b.sum()))
