import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

i = cp.arange(10)
cp.cuda.Device().synchronize()
with s1:
    a = x[i]
s2.wait_event(s1.record())
with s2:
    z = a.sum()
s1.wait_event(s2.record())
del a
with s1:
    b = x[i]
