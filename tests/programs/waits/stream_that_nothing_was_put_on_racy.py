"""A stream is made and waited for, but all the work is on the null stream."""

import cupy as cp


def roots(values):
    stream = cp.cuda.Stream()
    result = cp.sqrt(cp.asarray(values))
    stream.synchronize()  # expect: CUP117
    return result
