import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

s = cp.cuda.Stream(non_blocking=True)
with s:
    a = x * 2
s = cp.cuda.Stream(non_blocking=True)
with s:
    b = a + 1  # expect: CUP101
