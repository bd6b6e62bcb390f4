import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

while True:
    with s1:
        y += x
    s2.wait_event(s1.record())
    with s2:
        host = y.get()
