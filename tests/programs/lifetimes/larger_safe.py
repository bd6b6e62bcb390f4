import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with s1:
    a = cp.empty(1000, dtype=cp.float32)
    a.fill(1)
s2.wait_event(s1.record())
with s2:
    z = a * 2
del a
with s1:
    b = cp.zeros(2000, dtype=cp.float32)
