"""The clock has another name in this file."""

from time import time as timer

import cupy as cp


def seconds(a):
    start = timer()
    cp.fft.fft(a)
    return timer() - start  # expect: CUP501
