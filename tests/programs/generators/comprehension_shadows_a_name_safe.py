import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s = s1
names = [s for s in "abc"]
with s:
    w = x * 2
with s1:
    z = w + 1
