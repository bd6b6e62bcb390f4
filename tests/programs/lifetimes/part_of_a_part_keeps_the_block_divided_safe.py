import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    b = x * 2 + x * 3
s2.wait_event(s1.record())
with s2:
    cp.multiply(b, 2, out=b)
for i in range(2):
    with s1:
        b = x.sum()
    with s1:
        x > 0
