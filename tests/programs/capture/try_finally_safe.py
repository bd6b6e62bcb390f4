import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    s1.begin_capture()
    try:
        cp.multiply(x, 2, out=y)
    finally:
        graph = s1.end_capture()
graph.launch(s1)
s1.synchronize()
