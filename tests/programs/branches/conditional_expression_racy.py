import sys

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s = s1 if len(sys.argv) > 1 else s2
with s1:
    a = x * 2
with s:
    b = a + 1  # expect: CUP101
