import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

a, b = (s1, cp.empty(1 << 20)), (s2, cp.empty(1 << 20))
for c in range(1000):
    with a[0]:
        a[1][...] = x
    a, b = b, a
