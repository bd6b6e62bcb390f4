from collections import deque

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

ring = deque(maxlen=2)
for i in range(4):
    with s1:
        a = x * i  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
    ring.append(a)
    del a
