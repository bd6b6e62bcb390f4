from enum import Flag, auto

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class F(Flag):
    READY = auto()
    DONE = auto()


f = F(0)
for i in range(12):
    if not f & F.READY:
        with s1:
            w = x * 2  # maybe: CUP104
        s2.wait_event(s1.record())
        f |= F.READY
    elif f & F.READY:
        with s2:
            z = w + 1
        f &= ~F.READY
