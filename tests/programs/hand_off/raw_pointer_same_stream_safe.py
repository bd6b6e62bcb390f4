import ctypes

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libfoo.so")
with s1:
    z = x * 2
lib.scale(ctypes.c_void_p(z.data.ptr), 10, ctypes.c_void_p(s1.ptr))
