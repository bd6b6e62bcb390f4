import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
b = a + 1  # expect: CUP103
