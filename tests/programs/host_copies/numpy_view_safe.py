import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
v = p.reshape(1024, 1024)[::2]
x.get(stream=s1, out=p, blocking=False)
s1.synchronize()
total = v.sum()
