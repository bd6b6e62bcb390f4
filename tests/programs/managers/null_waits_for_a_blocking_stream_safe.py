import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s = cp.cuda.Stream()
with s:
    a = x * 2
b = a + 1
with s:
    c = b + 1
