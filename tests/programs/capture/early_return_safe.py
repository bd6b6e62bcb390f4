import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def capture(size):
    if size == 0:
        return None
    with s1:
        s1.begin_capture()
        cp.multiply(x, 2, out=y)
        return s1.end_capture()


graph = capture(3)
graph.launch(s1)
s1.synchronize()
