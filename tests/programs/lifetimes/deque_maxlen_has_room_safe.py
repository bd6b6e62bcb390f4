from collections import deque

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque(maxlen=2)
with s1:
    d.append(x * 2)
s2.wait_event(s1.record())
with s2:
    z = d[0].sum()
d.append(y)
with s1:
    b = x * 3
