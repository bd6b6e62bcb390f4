import ctypes, time

import cupy as cp

lib = ctypes.CDLL("libexample.so")


def run(mol, eri):
    stream = cp.cuda.get_current_stream()
    start = time.perf_counter()
    status = lib.integrals(ctypes.cast(stream.ptr, ctypes.c_void_p), ctypes.cast(eri.data.ptr, ctypes.c_void_p))
    cp.cuda.Device().synchronize()
    print(time.perf_counter() - start)
