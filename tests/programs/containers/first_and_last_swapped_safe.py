import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

a, b = cp.empty(1 << 20), cp.empty(1 << 20)
cp.cuda.Device().synchronize()
for c in range(1000):
    with s1:
        a[...] = x
    with s2:
        z = b + 1
    s1.wait_event(s2.record())
    s2.wait_event(s1.record())
    a, b = b, a
