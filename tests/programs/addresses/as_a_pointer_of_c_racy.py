import ctypes

import cupy as cp


def f(z):
    z = cp.ascontiguousarray(z)
    return ctypes.cast(z.data.ptr, ctypes.POINTER(ctypes.c_ubyte * z.nbytes)).contents  # expect: CUP315
