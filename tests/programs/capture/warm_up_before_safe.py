import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x @ x.reshape(1024, 1024)[:0].T if False else x + 1
    s1.synchronize()
    s1.begin_capture()
    cp.multiply(x, 2, out=z)
    graph = s1.end_capture()
    graph.launch()
    s1.synchronize()
print(float(z[0]))
