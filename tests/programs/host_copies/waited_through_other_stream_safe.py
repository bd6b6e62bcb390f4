import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
x.get(stream=s1, out=p, blocking=False)
s2.wait_event(s1.record())
s2.synchronize()
print(p.sum())
