import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

graph = None
for step in range(5):
    with s1:
        if graph is None:
            s1.begin_capture()
            cp.add(x, y, out=y)
            graph = s1.end_capture()
        graph.launch()
s1.synchronize()
print(float(y[0]))
