import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
with s:
    x.reshape(2, -1)[0] += 1
with t:
    x.reshape(2, -1)[1] += 1  # maybe: CUP101
s.synchronize()
t.synchronize()
half = x.size // 2
with s:
    x.ravel()[:half].fill(1)
with t:
    x.ravel()[half:].fill(2)  # maybe: CUP102
s.synchronize()
t.synchronize()
print(x.sum())
