import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
ds = []
for s, c in zip(st, np.split(np.ones(1 << 20), 4)):
    with s:
        ds.append(cp.asarray(c))
with s1:
    z = ds[0] + 1  # expect: CUP101
