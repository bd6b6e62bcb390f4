from collections import deque

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

window = deque(maxlen=3)
for i in range(6):
    with s1:
        a = x * i
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
    window.append((a, s2.record()))
    if len(window) == 3:
        window[0][1].synchronize()
