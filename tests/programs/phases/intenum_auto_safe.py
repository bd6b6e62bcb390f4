import cupy as cp
from enum import Enum, IntEnum, auto


class S(IntEnum):
    E = auto()
    L = auto()
    D = auto()


s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(9)
cp.cuda.Device().synchronize()
state = S.E
for _ in range(9):
    if state == S.E:
        with s:
            x += 1
        e = s.record()
        state = S.L
    elif state == S.L:
        t.wait_event(e)
        with t:
            y = x + 1
        e = t.record()
        state = S.D
    else:
        e.synchronize()
        state = S.E
