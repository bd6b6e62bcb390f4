import cupy as cp
import numpy as np

cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
ds = []
for s, c in zip(st, np.split(np.ones(1 << 20), 4)):
    with s:
        ds.append(cp.asarray(c))
for s, d in zip(st, ds):
    with s:
        z = d + 1
