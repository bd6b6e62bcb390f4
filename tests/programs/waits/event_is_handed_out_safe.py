"""Who gets the event waits for it."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        result = cp.sqrt(cp.asarray(values))
    done = stream.record()
    cp.cuda.Stream.null.synchronize()
    return result, done
