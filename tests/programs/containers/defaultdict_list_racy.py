from collections import defaultdict

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
rs = defaultdict(list)
for i in range(4):
    with st[i % 2]:
        rs[i % 2].append(x * i)
for k in range(2):
    with st[1 - k]:
        for r in rs[k]:
            z = r + 1  # expect: CUP101
