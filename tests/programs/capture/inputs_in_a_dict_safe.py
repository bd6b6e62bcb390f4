import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def make():
    held = {"weights": cp.arange(1000.0)}
    cp.cuda.Device().synchronize()
    with s1:
        s1.begin_capture()
        cp.multiply(x[:1000], held["weights"], out=y[:1000])
        return s1.end_capture(), held


graph, held = make()
scratch = cp.zeros(1000)
cp.cuda.Device().synchronize()
graph.launch(s1)
s1.synchronize()
print(float(scratch[0]))
