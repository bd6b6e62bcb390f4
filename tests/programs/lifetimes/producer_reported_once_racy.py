import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

for i in range(5):
    with s1:
        a = x * i
    with s2:
        z = a.sum()  # expect: CUP101
