import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    parts = [x * 2]
s2.wait_event(s1.record())
for part in parts:
    with s2:
        z = part.sum()
parts = []
with s1:
    b = x * 3
