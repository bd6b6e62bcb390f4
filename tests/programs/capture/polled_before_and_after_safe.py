import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    while not s1.done:
        pass
    s1.begin_capture()
    cp.multiply(x, 2, out=y)
    graph = s1.end_capture()
    graph.launch()
    while not s1.done:
        pass
print(float(y[0]))
