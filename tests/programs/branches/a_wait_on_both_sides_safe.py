import sys

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
if len(sys.argv) > 1:
    s1.synchronize()
else:
    s2.wait_event(s1.record())
with s2:
    b = a + 1
