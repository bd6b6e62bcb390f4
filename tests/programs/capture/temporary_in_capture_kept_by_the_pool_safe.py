import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    s1.begin_capture()
    z = x * 4
    cp.sqrt(z, out=y)
    graph = s1.end_capture()
    other = cp.zeros(10)
    graph.launch()
    s1.synchronize()
print(float(y[0]), float(z[0]))
