import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

for i, c in enumerate(np.array_split(np.ones(1 << 20), 4)):
    with s1:
        d = cp.array(c)
    with s2:
        z = d + 1  # expect: CUP101
