import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

for i in range(1, 6):
    with s1:
        a = cp.ones(1000 * i)
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
