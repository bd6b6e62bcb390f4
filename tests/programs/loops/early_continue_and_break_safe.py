import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
for k in range(10):
    with s:
        x += k
    if k == 5:
        continue
    if k == 8:
        s.synchronize()
        break
else:
    s.synchronize()
print(x.sum())
