import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

load, work = cp.cuda.Stream(), cp.cuda.Stream()
for i in range(5):
    with load:
        a = cp.full(1000, i)  # expect: CUP104
    work.wait_event(load.record())
    with work:
        z = a.sum()
