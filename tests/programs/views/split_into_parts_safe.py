import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

parts = cp.array_split(x, 3)
with s1:
    parts[0][...] = 1
with s2:
    parts[1][...] = 2
