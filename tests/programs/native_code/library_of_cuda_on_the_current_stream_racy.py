import cupy as cp
from cupy_backends.cuda.libs import cublas

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def multiply(handle, n):
    z = cp.zeros(n)
    with s1:
        cublas.sgemm(handle, 0, 0, n, n, n, 0, z.data.ptr, n, x.data.ptr, n, 0, y.data.ptr, n)  # expect: CUP204
