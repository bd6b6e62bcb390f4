import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    s1.begin_capture()
    cp.multiply(x, 2, out=x)
    s2.wait_event(s1.record())
    with s2:
        cp.add(y, 1, out=y)
    graph = s1.end_capture()  # expect: CUP503
