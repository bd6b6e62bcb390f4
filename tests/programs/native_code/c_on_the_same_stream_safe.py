import ctypes

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libexample.so")
z = x * 2
lib.scale(ctypes.c_void_p(z.data.ptr), ctypes.c_void_p(cp.cuda.get_current_stream().ptr))
