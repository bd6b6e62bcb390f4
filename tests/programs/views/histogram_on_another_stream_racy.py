import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    h, e = cp.histogram(x, bins=10, range=(0, 1))
with s2:
    z = h + 1  # expect: CUP101
