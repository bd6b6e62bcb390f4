import cupy as cp
import cupyx

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

with s:
    d = cp.asarray(p)
    r = (d * 2).get()
p.fill(9)
print(r.sum())
