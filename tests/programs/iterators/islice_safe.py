from itertools import islice

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
bf = [cp.empty(1 << 20) for _ in range(4)]
for s, b in zip(islice(st, 2), islice(bf, 2)):
    with s:
        b[...] = x
for s, b in zip(islice(st, 1, None, 2), islice(bf, 1, None, 2)):
    with s:
        z = b + 1
