# The work of the interval is done by what calls `one`, which is not seen: the sum behind it is soon done.
import time

import cupy as cp
from devices import empty, gpus


def total(n):
    t0 = time.perf_counter()
    host = empty((n, n))

    def one(number):
        host[number] = 1

    gpus.map(one, range(8))
    result = cp.asarray(host).sum(axis=0)
    print("took", time.perf_counter() - t0)  # maybe: CUP501
    return result
