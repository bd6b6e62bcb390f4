# Two questions of the same arrays have the same answer, in whatever words: nothing is under way where `out` is read.
import cupy as cp
import numpy as np


def total(x, y):
    stream = cp.cuda.Stream(non_blocking=True)
    out = cp.zeros(9)
    cp.cuda.Device().synchronize()
    if any(isinstance(each, np.ndarray) for each in (x, y)):
        with stream:
            out += 1
    if all(not isinstance(each, np.ndarray) for each in (y, 3, x)):
        out += 2
    stream.synchronize()
    return out


def total_of_names(x, y):
    some = any(isinstance(each, np.ndarray) for each in locals().values())
    stream = cp.cuda.Stream(non_blocking=True)
    out = cp.zeros(9)
    cp.cuda.Device().synchronize()
    if some:
        with stream:
            out += 1
    if not any(isinstance(each, np.ndarray) for each in (x, y)):
        out += 2
    stream.synchronize()
    return out
