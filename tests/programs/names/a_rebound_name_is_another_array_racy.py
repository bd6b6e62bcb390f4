import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
cp.cuda.Device().synchronize()
with s1:
    b = x * 3
a, b = b, a
with s2:
    c = b + 1
    d = a + 1  # expect: CUP101
