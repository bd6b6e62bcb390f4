import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    w = cp.zeros(1 << 21)
    del w
    h = x * 2
    a = x * 3
s2.wait_event(s1.record())
with s2:
    z = h.sum()
del a
with s1:
    c = x * 4
print(h.shape)
