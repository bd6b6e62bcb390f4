import cupy as cp
from elsewhere import keep

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    small = cp.zeros(1 << 10)
keep(small)
del small
with s1:
    a = x * 2
s2.wait_event(s1.record())
with s2:
    z = a.sum()
del a
with s1:
    b = cp.ones(1 << 9)
