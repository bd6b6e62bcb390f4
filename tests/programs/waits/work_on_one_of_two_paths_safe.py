"""The null stream has the work where no stream is wanted."""

import cupy as cp


def roots(values, overlap):
    if overlap:
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            result = cp.sqrt(cp.asarray(values))
        stream.synchronize()
    else:
        result = cp.sqrt(cp.asarray(values))
        cp.cuda.Stream.null.synchronize()
    return result
