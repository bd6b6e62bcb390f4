import time

import cupy as cp


def window(n):
    if n == 1:
        return cp.ones(1)
    return cp.hanning(n) * 2


def seconds(n):
    start = time.perf_counter()
    window(n)
    return time.perf_counter() - start  # expect: CUP501
