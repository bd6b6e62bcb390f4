from enum import Enum

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class S(Enum):
    L = 0
    W = 1
    U = 2


for r in range(3):
    for st in S:
        if st is S.L:
            with s1:
                w = x * 2
        elif st.name == "X":
            s2.wait_event(s1.record())
        elif st.value == 2:
            with s2:
                z = w + 1  # expect: CUP101
