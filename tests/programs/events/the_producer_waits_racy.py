import cupy as cp

s = cp.cuda.Stream()
t = cp.cuda.Stream()
x = cp.ones(1 << 20)
with s:
    x *= 2
    e = s.record()
s.wait_event(e)
with t:
    y = x + 1  # expect: CUP101
t.synchronize()
with s:
    x.fill(0)
print(y.sum(), x.sum())
