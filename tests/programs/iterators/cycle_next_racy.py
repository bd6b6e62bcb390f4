import itertools

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(3)]
cs = itertools.cycle(st)
cb = itertools.cycle(bf)
for i in range(7):
    with next(cs):
        next(cb)[...] = x  # expect: CUP102
