"""The parts are made on a stream of the function, and the null stream is waited for."""

import cupy as cp


def squares(parts):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        results = [cp.asarray(part) ** 2 for part in parts]
    cp.cuda.Stream.null.synchronize()
    return results  # expect: CUP103
