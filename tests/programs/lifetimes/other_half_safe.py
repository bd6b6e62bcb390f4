import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with s1:
    a = cp.ones(1000)
s2.wait_event(s1.record())
with s2:
    z = a[:500] * 2
del a
with s1:
    b = cp.empty(1000)
    b[500:] = 1
