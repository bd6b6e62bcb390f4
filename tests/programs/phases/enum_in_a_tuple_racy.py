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
    if state in (S.A, S.B):
        with s1:
            w = x * 2
        state = S.C
    else:
        with s2:
            z = w + 1  # expect: CUP101
        state = S.A
