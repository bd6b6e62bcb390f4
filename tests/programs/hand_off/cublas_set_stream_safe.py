import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
from cupy_backends.cuda.libs import cublas

handle = cp.cuda.device.get_cublas_handle()
cublas.setStream(handle, s.ptr)
with s:
    y = x * 2
    z = y + 1
s.synchronize()
w = z * 2
print(w.sum())
