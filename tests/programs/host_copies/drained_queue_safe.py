from collections import deque

import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

pending = deque()
for k in range(6):
    out = cupyx.empty_pinned(x.shape)
    x.get(stream=s1, out=out, blocking=False)
    pending.append((out, s1.record()))
    if len(pending) > 2:
        first, event = pending.popleft()
        event.synchronize()
        print(first.sum())
while pending:
    first, event = pending.popleft()
    event.synchronize()
    print(first.sum())
