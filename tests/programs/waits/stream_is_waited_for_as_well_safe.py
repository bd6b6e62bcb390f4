"""Both are waited for."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        result = cp.sqrt(cp.asarray(values))
    cp.cuda.Stream.null.synchronize()
    stream.synchronize()
    return result
