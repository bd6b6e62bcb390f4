import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

with s1:
    a = cp.ones(1000)
s2.wait_event(s1.record())
with s2:
    z = a[:500] * 2
del a
with s1:
    b = cp.empty(1000)
    b[500:] = 1
