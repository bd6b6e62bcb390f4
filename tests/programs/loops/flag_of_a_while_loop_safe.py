import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
dirty = False
for k in range(6):
    if k % 2 == 0:
        with s:
            x += 1
        dirty = True
    if dirty:
        s.synchronize()
        dirty = False
    y = x * 2
    cp.cuda.Stream.null.synchronize()
print(y.sum())
