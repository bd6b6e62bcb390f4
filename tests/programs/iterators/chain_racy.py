from itertools import chain

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

a = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
b = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
rs = []
for s in chain(a, b):
    with s:
        rs.append(x * 2)
for s in chain(a):
    s.synchronize()
with s1:
    z = rs[1] + 1
    z = rs[2] + 1  # expect: CUP101
