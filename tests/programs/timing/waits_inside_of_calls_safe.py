"""Most of what `unique` and masks do is over when they return: a clock shows the time of it."""

import time

import cupy as cp


def seconds(n):
    x = cp.arange(n) % 7
    cp.cuda.Device().synchronize()
    start = time.perf_counter()
    cp.unique(x)
    x[x > 3]
    return time.perf_counter() - start
