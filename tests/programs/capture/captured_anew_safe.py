import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

out = cp.zeros(1000)
for step in range(3):
    buffer = cp.full(1000, float(step))
    cp.cuda.Device().synchronize()
    with s1:
        s1.begin_capture()
        cp.multiply(buffer, 2, out=out)
        graph = s1.end_capture()
    graph.launch(s1)
    s1.synchronize()
print(float(out[0]))
