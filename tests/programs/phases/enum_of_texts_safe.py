import cupy as cp
from enum import Enum


class S(str, Enum):
    E = "e"
    L = "l"
    D = "d"


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
q = S.E
for k in range(9):
    if q == S.E:
        with s:
            x.fill(1)
        e = s.record()
        q = S.L
    elif q == S.L:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        q = S.D
    else:
        e.synchronize()
        q = S.E
