import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    p, q = x * 2, x * 3
s2.wait_event(s1.record())
pairs = [p, q]
del p, q
for a in pairs:
    with s2:
        z = a.sum()
    with s1:
        b = x * 4
