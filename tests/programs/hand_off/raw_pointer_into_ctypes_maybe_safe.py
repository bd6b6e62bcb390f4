import ctypes

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libfoo.so")
with s1:
    z = x * 2
s1.synchronize()
lib.scale(ctypes.c_void_p(z.data.ptr), 10)
