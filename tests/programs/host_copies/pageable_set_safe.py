import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = np.ones(1 << 20)
for i in range(4):
    h[:] = i
    x.set(h, stream=s1)
    d = cp.asarray(h)
