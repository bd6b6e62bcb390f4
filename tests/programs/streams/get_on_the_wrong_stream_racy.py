import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with s:
    y = x * 2
h = y.get(stream=t)  # expect: CUP101
with s:
    k = cp.asnumpy(y)
print(h.sum(), k.sum(), y.sum())
