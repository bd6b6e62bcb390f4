import sys

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

parallel = len(sys.argv) > 1
if not parallel:
    s1 = cp.cuda.Stream.null
with s1:
    a = x * 2
if parallel:
    s1.synchronize()
cp.cuda.Stream.null.synchronize()
b = a + 1
