from collections import deque

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

d = deque([s1, s2], maxlen=2)
s3 = cp.cuda.Stream(non_blocking=True)
d.append(s3)
with s1:
    z = x * 2
with d[0]:
    w = z + 1  # expect: CUP101
