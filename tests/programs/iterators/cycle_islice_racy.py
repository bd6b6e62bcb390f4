from itertools import islice, cycle

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
b = cp.empty(1 << 20)
for s in islice(cycle(st), 10):
    with s:
        b[...] = x  # expect: CUP102
