import ctypes

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libexample.so")
lib.scale(ctypes.c_void_p(x.data.ptr), ctypes.c_void_p(s1.ptr))
lib.scale(ctypes.c_void_p(x.data.ptr), ctypes.c_void_p(s2.ptr))
