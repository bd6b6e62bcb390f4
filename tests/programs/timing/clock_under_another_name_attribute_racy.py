"""The clock has another name in this file."""

import time

timer = time.perf_counter

import cupy as cp


def seconds(a):
    start = timer()
    cp.fft.fft(a)
    return timer() - start  # expect: CUP501
