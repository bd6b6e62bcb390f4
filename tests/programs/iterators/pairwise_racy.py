from itertools import pairwise

import cupy as cp

st = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
y2 = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with st[0]:
    y2 += 1
for a, b in pairwise(st):
    a.wait_event(b.record())
    with b:
        y2 += 1  # expect: CUP101
