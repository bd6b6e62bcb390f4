import numpy as np
import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
d = cp.zeros(1 << 20)
cp.cuda.Device().synchronize()
src = np.ones(1 << 20)
d.set(src, stream=s)
with s:
    d += 1
    src[:] = 5
h = d.get(stream=s)
print(h.sum())
d.fill(0)
cp.cuda.Stream.null.synchronize()
with s:
    e = d * 2
    lst = e[:4].tolist()
k = cp.asnumpy(e, stream=s)
print(e.sum(), lst, k)
