import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from mylib.timing import sync_timer, cuda_timer

with sync_timer("step"):
    with s:
        y = x * 2
print(y.sum())  # maybe: CUP103
with cuda_timer(s):
    with s:
        y += 1
print(y.sum())  # maybe: CUP103
