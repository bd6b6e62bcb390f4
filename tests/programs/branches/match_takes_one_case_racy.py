import sys

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
match len(sys.argv):
    case 1:
        s1.synchronize()
    case 2:
        s2.wait_event(s1.record())
    case _:
        pass
with s2:
    b = a + 1  # expect: CUP101
