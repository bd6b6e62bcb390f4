import ctypes

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("liblaunch.so")


def launch(a, stream):
    lib.run(ctypes.c_void_p(a.data.ptr), ctypes.c_size_t(a.size), ctypes.c_void_p(stream.ptr))


with s1:
    z = x * 2
launch(z, s1)
s1.synchronize()
