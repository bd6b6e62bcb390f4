import itertools

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [cp.cuda.Stream(non_blocking=True) for _ in range(2)]
bf = [cp.empty(1 << 20) for _ in range(2)]
for k, s in zip(itertools.count(1), st):
    with s:
        bf[k % 2][...] = x
for k in range(2):
    with st[k]:
        z = bf[k] + 1  # expect: CUP101
