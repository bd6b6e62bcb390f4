from enum import Enum

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class S(Enum):
    IDLE = 0
    BUSY = 1


state = S.IDLE
w = cp.empty(1 << 20)
for i in range(10):
    if state.value == 0:
        with s1:
            w[...] = x
        state = S.BUSY
    elif state.value == 1:
        s2.wait_event(s1.record())
        with s2:
            z = w + 1
        s1.wait_event(s2.record())
        state = S.IDLE
