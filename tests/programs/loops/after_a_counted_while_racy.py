import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
i = 0
while i < 10:
    with s:
        x += i
    i += 1
print(x.sum())  # expect: CUP103
