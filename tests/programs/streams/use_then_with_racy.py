import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
s1.use()
x = cp.ones(1 << 20)
with s2:
    w = cp.zeros(16)
y = x * 2  # expect: CUP101, CUP109
cp.cuda.Device().synchronize()
cp.cuda.Stream.null.use()
print(y.sum(), w.sum())
