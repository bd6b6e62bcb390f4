import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from mylib import make_pool

pool = make_pool(2)
with pool[0]:
    y = x * 2
pool[0].synchronize()
with t:
    z = y + 1  # maybe: CUP101
t.synchronize()
print(z.sum())
