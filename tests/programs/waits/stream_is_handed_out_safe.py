"""Who gets the stream waits for it; the null stream may have work of callers."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        result = cp.sqrt(cp.asarray(values))
    cp.cuda.Stream.null.synchronize()
    return result, stream
