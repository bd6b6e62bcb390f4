import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with cp.cuda.Device(0), s1 as s, open("f") as f:
    a = x * 2
with s:
    b = a + 1
with s2:
    c = a + 1  # expect: CUP101
