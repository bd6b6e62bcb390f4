# Where there is nothing to do, the function returns early; what takes time is waited for.
import time

import cupy as cp


def refined(peaks):
    widths = cp.tile(cp.ones(8), (len(peaks), 1))
    if len(peaks) == 0:
        return widths
    x = cp.asarray(peaks)
    for _ in range(20):
        x = x @ x
        if float(cp.abs(x).max()) < 1e-6:
            break
    return x + widths


def main(peaks):
    t0 = time.perf_counter()
    result = refined(peaks)
    print("took", time.perf_counter() - t0)  # maybe: CUP501
    return result
