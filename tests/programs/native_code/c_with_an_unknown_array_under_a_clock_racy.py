import ctypes, time

import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

lib = ctypes.CDLL("libexample.so")


def run(mol, eri):
    stream = cp.cuda.get_current_stream()
    start = time.perf_counter()
    status = lib.integrals(ctypes.cast(stream.ptr, ctypes.c_void_p), ctypes.cast(eri.data.ptr, ctypes.c_void_p))
    print(time.perf_counter() - start)  # expect: CUP501
