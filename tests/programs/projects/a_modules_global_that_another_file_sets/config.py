"""A stream that others choose."""

import cupy as cp

stream = cp.cuda.Stream.null


def doubled(x):
    with stream:
        return x * 2  # expect: CUP101
