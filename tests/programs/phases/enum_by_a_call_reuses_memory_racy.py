from enum import Enum

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

S = Enum("S", "A B C")
state = S.A
for i in range(12):
    if state == S.A:
        with s1:
            w = x * 2  # expect: CUP104
        state = S.B
    elif state is S.B:
        s2.wait_event(s1.record())
        state = S.C
    else:
        with s2:
            z = w + 1
        state = S.A
