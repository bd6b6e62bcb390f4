import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = np.int32(0)
for k in range(9):
    if q == 0:
        with s:
            x.fill(1)
        e = s.record()
        q = np.int32(1)
    elif q == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = np.int32(2)
    else:
        e.synchronize()
        q = np.int32(0)
