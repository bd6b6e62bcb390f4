import cupy as cp
from numba import cuda

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@cuda.jit
def k(a, out):
    i = cuda.grid(1)
    out[i] = a[i] + 1


with s1:
    z = x * 2
    k[1024, 1024](z, y)
print(y.sum())
