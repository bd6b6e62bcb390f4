from enum import Enum, auto

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class S(Enum):
    A = auto()
    B = auto()
    C = auto()


state = S.A
for i in range(12):
    if state in (S.A,):
        with s1:
            w = x * 2  # expect: CUP104
        state = S.B
    elif state in {S.B}:
        s2.wait_event(s1.record())
        state = S.C
    elif state not in (S.A, S.B):
        with s2:
            z = w + 1
        state = S.A
