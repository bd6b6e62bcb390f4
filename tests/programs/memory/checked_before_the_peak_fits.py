# device-memory: 256MiB

import cupy as cp


def work(n):
    if n > 10_000:
        raise ValueError("too large")
    return cp.zeros((n, n))


try:
    work(20_000)
except ValueError:
    pass
