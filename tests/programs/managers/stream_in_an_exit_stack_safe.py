import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from contextlib import ExitStack

with ExitStack() as stack:
    stack.enter_context(s)
    y = x * 2
with s:
    z = y + 1
s.synchronize()
print(z.sum())
