from enum import IntEnum

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class S(IntEnum):
    L = 0
    W = 1
    U = 2


st = S.L
for i in range(12):
    if st == 0:
        with s1:
            w = x * 2  # maybe: CUP104
    elif st <= S.W:
        s2.wait_event(s1.record())
    else:
        with s2:
            z = w + 1  # maybe: CUP101
    st = S((st + 1) % 3)
