import cupy as cp

x = cp.ones(1 << 20)
k = cp.RawKernel('extern "C" __global__ void f(const double* x, double* y) { y[threadIdx.x] = x[threadIdx.x]; }', "f")
streams = [cp.cuda.Stream(non_blocking=True) for _ in range(3)]
outs = [cp.zeros(256) for _ in streams]
cp.cuda.Device().synchronize()

sums = []
for s, out in zip(streams, outs):
    with s:
        sums.append(x.sum())
        k((1,), (256,), (x, out))
    k((1,), (256,), (x, out), stream=s)
view = x[::2]
m = view.max()
cp.cuda.Device().synchronize()
print(m, [float(v) for v in sums])
