# The second question is not asked of `y`, which may be what made the first one true.
import cupy as cp
import numpy as np


def total(x, y):
    stream = cp.cuda.Stream(non_blocking=True)
    out = cp.zeros(9)
    cp.cuda.Device().synchronize()
    if any(isinstance(each, np.ndarray) for each in (x, y)):
        with stream:
            out += 1
    if not any(isinstance(each, np.ndarray) for each in (x,)):
        out += 2  # expect: CUP103
    stream.synchronize()
    return out
