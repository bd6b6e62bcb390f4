import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
e = cp.cuda.Event()
with s:
    y = x * 2
e.record()
t.wait_event(e)
with t:
    z = y + 1  # expect: CUP101
cp.cuda.Device().synchronize()
print(z.sum())
