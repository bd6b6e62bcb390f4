from enum import IntFlag

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class F(IntFlag):
    LOADED = 1
    SYNCED = 2


f = F.LOADED
w = x
for i in range(12):
    if f & F.LOADED and not f & F.SYNCED:
        with s1:
            w = x * 2  # expect: CUP104
        f = F.LOADED | F.SYNCED
        s2.wait_event(s1.record())
    if F.SYNCED in f:
        with s2:
            z = w + 1
        f = F.LOADED
