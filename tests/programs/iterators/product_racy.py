from itertools import product

import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

st = [[cp.cuda.Stream(non_blocking=True) for _ in range(2)] for _ in range(2)]
rs = {}
for i, j in product(range(2), range(2)):
    with st[i][j]:
        rs[i, j] = x * 2
for i, j in product(range(2), repeat=2):
    with st[j][i]:
        z = rs[i, j] + 1  # expect: CUP101
