import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    m, n = cp.meshgrid(x[:9], y[:9])
    m += 1
s1.synchronize()
with s1:
    m += 1
with s2:
    n += 1
