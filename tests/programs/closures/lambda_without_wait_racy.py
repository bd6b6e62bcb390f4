import cupy as cp

s = cp.cuda.Stream()
t = cp.cuda.Stream()
on = lambda stream, fn, *a: fn(*a, stream=stream)  # noqa: E731
scale = cp.ElementwiseKernel("float32 x, float32 f", "float32 y", "y = x * f", "scale")
x = cp.ones(1 << 20, dtype=cp.float32)
y = cp.empty_like(x)
z = cp.empty_like(x)
scale(x, 2, y, stream=s)
scale(y, 3, z, stream=t)  # expect: CUP101
cp.cuda.Device().synchronize()
print(z.sum())
