from collections import deque

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque(cp.cuda.Stream(non_blocking=True) for _ in range(2))
e = deque(cp.empty(1 << 20) for _ in range(3))
for i in range(8):
    with d[0]:
        e[0][...] = x  # expect: CUP102
    d.rotate(-1)
    e.rotate(1)
