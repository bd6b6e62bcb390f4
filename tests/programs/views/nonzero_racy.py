"""The host asks how many there are; where they are is computed after that."""

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    (i,) = cp.nonzero(x)
with s2:
    z = i + 1  # expect: CUP101
