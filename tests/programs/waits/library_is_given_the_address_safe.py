"""A library works on the stream whose address it is given."""

import cupy as cp
from library import run_on


def run(values):
    stream = cp.cuda.Stream(non_blocking=True)
    result = cp.sqrt(cp.asarray(values))
    run_on(stream.ptr, 5)
    stream.synchronize()  # maybe: CUP117
    return result
