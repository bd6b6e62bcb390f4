from enum import Flag, auto

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class F(Flag):
    L = auto()
    W = auto()
    U = auto()


f = F(1)
for i in range(12):
    if F.L in f:
        with s1:
            w = x * 2  # expect: CUP104
        f = F.W
    elif f & F.W:
        s2.wait_event(s1.record())
        f = F.U
    elif f == F.U:
        with s2:
            z = w + 1
        f = F.L
