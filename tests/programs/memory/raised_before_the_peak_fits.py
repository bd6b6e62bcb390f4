# device-memory: 256MiB

import cupy as cp


def work(n):
    raise NotImplementedError
    a = cp.zeros((20_000, 20_000))
    return a


work(3)
