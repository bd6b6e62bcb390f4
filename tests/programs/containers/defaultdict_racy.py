from collections import defaultdict

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = defaultdict(lambda: cp.cuda.Stream(non_blocking=True))
b = cp.empty(1 << 20)
for i in range(9):
    with st[i % 3]:
        b[...] = x  # expect: CUP102
