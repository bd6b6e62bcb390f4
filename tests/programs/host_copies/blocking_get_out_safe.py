import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
x.get(stream=s1, out=p)
print(p.sum())
q = cp.asnumpy(y, stream=s1, out=p, blocking=True)
print(q.sum())
