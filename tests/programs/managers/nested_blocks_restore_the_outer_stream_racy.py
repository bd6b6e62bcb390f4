import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
    with s2:
        b = y * 2
    c = a + 1
    d = b + 1  # expect: CUP103
