import ctypes, time

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = np.ctypeslib.load_library("libexample", ".")


def run(n):
    stream = cp.cuda.get_current_stream()
    eri = cp.zeros(n)
    start = time.perf_counter()
    status = lib.integrals(ctypes.cast(stream.ptr, ctypes.c_void_p), ctypes.cast(eri.data.ptr, ctypes.c_void_p))
    stream.synchronize()
    print(time.perf_counter() - start)
