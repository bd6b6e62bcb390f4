"""A Python function that is meant to be a kernel, with calls that CuPy does not have."""

import cupy as cp
import numpy as np


def search(values, stop, found):
    i = cp.cuda.grid(1)  # expect: CUP301
    if i < values.size and i % 100 == 0:
        code = 'extern "C" __global__ void look(const int* found, int* stop) { if (*found) *stop = 1; }'
        cp.RawKernel(code, "look").call(grid=(1,), block=(1,), args=(found, stop))  # expect: CUP301
        if stop[0] == 1:
            return


values = cp.asarray(np.random.rand(100000))
stop = cp.zeros(1, dtype=cp.int32)
found = cp.zeros(1, dtype=cp.int32)
blocks = (values.size + 255) // 256
search(values, stop, found)(grid=(blocks,), block=(256,))  # expect: CUP302
