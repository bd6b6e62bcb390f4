from collections import deque

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

pending = deque()
for k in range(6):
    out = cupyx.empty_pinned(x.shape)
    event = s1.record()
    x.get(stream=s1, out=out, blocking=False)
    pending.append((out, event))
first, event = pending.pop()
event.synchronize()
print(first.sum())  # expect: CUP201
