"""A size is compared with a limit before a loop over it, and after it: both tests come out alike."""

import cupy as cp


def total(x, n):
    stream = cp.cuda.Stream(non_blocking=True)
    y = cp.zeros_like(x)
    cp.cuda.Device().synchronize()
    if n > 4096:
        with stream:
            y += 1
    steps = [number * number for number in range(n)]
    if n > 4096:
        stream.synchronize()
    return float(y.max()), steps
