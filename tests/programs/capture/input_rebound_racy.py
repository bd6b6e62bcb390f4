import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)

buffer = cp.zeros(1000)
out = cp.zeros(1000)
cp.cuda.Device().synchronize()
with s1:
    s1.begin_capture()
    cp.multiply(buffer, 2, out=out)
    graph = s1.end_capture()
    buffer = cp.full(1000, 7.0)
    graph.launch(s1)  # expect: CUP504
s1.synchronize()
print(float(out[0]))
