import time
from ctypes import c_void_p

import cupy as cp
from numba import cuda


def to_numba(stream):
    return cuda.cudadrv.driver.Stream(cuda.devices.get_context(), c_void_p(stream.ptr), None)


@cuda.jit
def increment(values, rounds):
    for _ in range(rounds):
        values[cuda.grid(1)] += 1.0


def run(values, rounds):
    stream = cp.cuda.get_current_stream()
    cuda.select_device(1)
    start = time.perf_counter()
    increment[9, 9, to_numba(stream)](values, rounds)
    stream.synchronize()
    print(time.perf_counter() - start)  # maybe: CUP501


with cp.cuda.Device(1):
    x = cp.zeros(1 << 20)
    cp.cuda.Device().synchronize()
run(x, 1000)
