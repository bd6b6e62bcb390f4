import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

work = cp.cuda.Stream()
for i in range(5):
    a = cp.full(1000, i)
    with work:
        z = a.sum()
