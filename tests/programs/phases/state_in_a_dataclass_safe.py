import cupy as cp
from dataclasses import dataclass


@dataclass
class C:
    q: int = 0


c = C()
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
pass
for k in range(9):
    if c.q == 0:
        with s:
            x.fill(1)
        e = s.record()
        c.q = 1
    elif c.q == 1:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        c.q = 2
    else:
        e.synchronize()
        c.q = 0
