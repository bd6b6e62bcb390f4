import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with s1:
    a = cp.zeros((512, 512))
s2.wait_event(s1.record())
with s2:
    z = a[:4] * 2
del a
with s1:
    b = cp.ones(1 << 10)  # expect: CUP104
