import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with s1:
    a = cp.ones(1000)
for i in range(5):
    s1.wait_event(s2.record())
    with s1:
        a += 1
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
