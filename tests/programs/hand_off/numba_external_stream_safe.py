import cupy as cp
from numba import cuda

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


@cuda.jit
def k(a):
    a[cuda.grid(1)] += 1


ns = cuda.external_stream(s1.ptr)
with s1:
    z = x * 2
k[1024, 1024, ns](z)
