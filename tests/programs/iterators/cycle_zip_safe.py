from itertools import cycle

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(4)]
for i, s, b in zip(range(12), cycle(st), cycle(bf)):
    with s:
        b[...] = x
