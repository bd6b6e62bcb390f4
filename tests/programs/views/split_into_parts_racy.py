import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

a, b = cp.split(x, 2)
with s1:
    a += 1
with s2:
    b += 1
    z = a + 1  # expect: CUP101
