import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
for i in range(100):
    with s:
        x += i
    if i == 99:
        s.synchronize()
print(x.sum())  # maybe: CUP103
