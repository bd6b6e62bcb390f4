import ctypes

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def f(z):
    z = cp.ascontiguousarray(z)
    return ctypes.cast(z.data.ptr, ctypes.POINTER(ctypes.c_ubyte * z.nbytes)).contents  # expect: CUP315
