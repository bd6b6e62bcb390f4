import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from typing import cast

stream = cast(cp.cuda.Stream, s)
with stream:
    y = x * 2
s.synchronize()
with t:
    z = y + 1  # maybe: CUP101
t.synchronize()
print(z.sum())
