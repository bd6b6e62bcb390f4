import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

DEBUG = False
with s1:
    a = x * 2
if not DEBUG:
    s1.synchronize()
if DEBUG:
    with s2:
        c = a + 2
with s2:
    b = a + 1
