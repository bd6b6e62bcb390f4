from itertools import chain

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

a = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
b = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
rs = []
for s in chain(a, b):
    with s:
        rs.append(x * 2)
for s in chain.from_iterable([a, b]):
    s.synchronize()
z = sum(rs)
