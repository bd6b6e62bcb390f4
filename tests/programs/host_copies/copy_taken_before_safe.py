import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
v = p.copy()
x.get(stream=s1, out=p, blocking=False)
total = v.sum()
s1.synchronize()
