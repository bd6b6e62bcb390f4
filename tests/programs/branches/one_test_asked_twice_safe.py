import sys

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

parallel = len(sys.argv) > 1
if parallel:
    with s1:
        a = x * 2
else:
    a = x * 2
if parallel:
    s2.wait_event(s1.record())
else:
    s2.wait_event(cp.cuda.Stream.null.record())
with s2:
    b = a + 1
