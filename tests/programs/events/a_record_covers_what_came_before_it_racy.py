import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    a = x * 2
    e = s1.record()
    c = x * 3
s2.wait_event(e)
with s2:
    b = a + 1
    d = c + 1  # expect: CUP101
