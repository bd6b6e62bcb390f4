import cupy as cp

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

free = [(cp.cuda.Stream(non_blocking=True), cp.empty(1 << 20)) for _ in range(2)]
for i in range(6):
    s, b = free.pop(0)
    with s:
        b[...] = x
    free.append((s, b))
