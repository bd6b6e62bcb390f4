from collections import deque

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque(maxlen=2)
ev = None
for i in range(6):
    with s1:
        d.append(x * i)  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        z = d[0] + 1
