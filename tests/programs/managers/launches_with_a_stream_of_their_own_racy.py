import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

double = cp.ElementwiseKernel("float64 a", "float64 b", "b = a * 2", "double")
b = cp.empty_like(x)
cp.cuda.Device().synchronize()
with s1:
    double(x, b, stream=s2)
    c = b + 1  # expect: CUP101
with s2:
    d = b + 1
