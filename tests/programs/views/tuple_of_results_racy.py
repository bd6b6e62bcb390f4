import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    m, n = cp.meshgrid(x[:9], y[:9])
with s2:
    z = m + 1  # expect: CUP101
    z = n + 1  # expect: CUP101
