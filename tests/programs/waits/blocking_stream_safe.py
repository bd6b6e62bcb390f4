"""The null stream stands for blocking ones."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream()
    with stream:
        result = cp.sqrt(cp.asarray(values))
    cp.cuda.Stream.null.synchronize()
    return result
