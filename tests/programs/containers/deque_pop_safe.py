from collections import deque

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque((cp.cuda.Stream(non_blocking=True), cp.empty(1 << 20)) for _ in range(3))
for i in range(8):
    s, b = d.popleft()
    with s:
        b[...] = x
    d.append((s, b))
