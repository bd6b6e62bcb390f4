import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

twice = cp.ElementwiseKernel("T a", "T b", "b = 2 * a")
for i in range(5):
    with s1:
        a = twice(x)  # expect: CUP104
    s2.wait_event(s1.record())
    with s2:
        z = a.sum()
