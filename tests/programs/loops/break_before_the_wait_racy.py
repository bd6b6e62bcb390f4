import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
for k in range(10):
    with s:
        x += k
    if k == 8:
        break
    s.synchronize()
total = x.sum()  # expect: CUP103
cp.cuda.Device().synchronize()
print(total)
