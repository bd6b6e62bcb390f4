"""The same with an atomic function that CuPy does not have, launched in a ``with`` of the device."""

import cupy as cp
import numpy as np


def search(values, stop, found):
    i = cp.cuda.grid(1)  # expect: CUP301
    if i < values.size and i % 100 == 0:
        cp.atomic.add(stop, 0, 1)  # expect: CUP301
        if stop[0] > 0:
            return


values = cp.asarray(np.random.rand(100000))
stop = cp.zeros(1, dtype=cp.int32)
found = cp.zeros(1, dtype=cp.int32)
blocks = (values.size + 255) // 256
with cp.cuda.Device(0):
    search(values, stop, found)(grid=(blocks,), block=(256,))  # expect: CUP302
