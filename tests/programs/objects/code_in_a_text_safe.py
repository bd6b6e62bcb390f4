import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
    c = y * 2
eval("s1.synchronize()")
with s2:
    b = a + 1  # maybe: CUP101
