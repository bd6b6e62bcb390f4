import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

with s:
    d = cp.asarray(p)
    r = (d * 2).get()
p.fill(9)
print(r.sum())
