import itertools

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(2)]
for k in itertools.count():
    with st[k % 2]:
        bf[k % 2][...] = x
    if k > 8:
        break
