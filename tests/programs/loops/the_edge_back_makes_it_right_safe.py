import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

for step in range(10):
    with s1:
        y[...] = x * step
    s2.wait_event(s1.record())
    with s2:
        total = y.sum()
    s1.wait_event(s2.record())
