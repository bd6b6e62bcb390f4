import time

import cupy as cp


def timed(function):
    def inner(*arguments):
        t0 = time.perf_counter()
        out = function(*arguments)
        print(time.perf_counter() - t0)
        return out

    return inner
