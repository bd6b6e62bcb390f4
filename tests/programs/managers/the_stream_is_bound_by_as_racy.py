import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with cp.cuda.Stream(non_blocking=True) as s:
    a = x * 2
with s:
    b = a + 1
c = b + 1  # expect: CUP103
