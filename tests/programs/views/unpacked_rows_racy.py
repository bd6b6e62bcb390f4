import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

a, b = np.split(np.ones(1 << 20), 2)
with s1:
    da = cp.asarray(a)
with s2:
    z = da + 1  # expect: CUP101
