import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

e = cp.cuda.Event()
with s1:
    a = x * 2
    e.record()
    c = x * 3
    e.record()
s2.wait_event(e)
with s2:
    d = a + c
