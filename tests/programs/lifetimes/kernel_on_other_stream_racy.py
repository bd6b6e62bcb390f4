import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

twice = cp.ElementwiseKernel("T a", "T b", "b = 2 * a")
a = twice(x, stream=s1)
a = None
b = twice(x)  # expect: CUP104
