import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

cp.cuda.set_allocator(None)
for i in range(5):
    with s1:
        a = cp.full(1000, i)
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
