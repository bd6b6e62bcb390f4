import time

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
x.get(stream=s1, out=p, blocking=False)
e = s1.record()
while not e.done:
    time.sleep(0.001)
print(p.sum())
