from collections import deque

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque(cp.cuda.Stream(non_blocking=True) for _ in range(2))
e = deque(cp.empty(1 << 20) for _ in range(3))
for i in range(8):
    s = d.popleft()
    b = e.popleft()
    with s:
        b[...] = x  # expect: CUP102
    d.append(s)
    e.append(b)
