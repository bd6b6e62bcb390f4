"""The elements of a shape, multiplied by NumPy, bound one part of an array and not some part."""

import cupy as cp
import numpy as np


def accumulate(shape):
    stream = cp.cuda.Stream()
    block = cp.empty(2 * np.prod(shape))
    size = np.prod(shape)
    total = block[size : 2 * size]
    total.fill(0)
    with stream:
        total += 1
    stream.synchronize()
    return total.get()
