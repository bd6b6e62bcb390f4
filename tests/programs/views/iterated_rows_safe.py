import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

for c in np.ones((4, 1 << 20)):
    with s1:
        d = cp.asarray(c)
        z = d + 1
