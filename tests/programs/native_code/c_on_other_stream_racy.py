import ctypes

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libexample.so")
z = x * 2
lib.scale(ctypes.c_void_p(z.data.ptr), 10, ctypes.cast(s1.ptr, ctypes.c_void_p))  # expect: CUP204
