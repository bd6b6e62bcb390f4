# device-memory: 256MiB

import cupy as cp


def pair(n):
    return cp.ones((n, n), dtype=cp.float32), cp.zeros((n, n), dtype=cp.float32)


a, _ = pair(5000)
del _
c = cp.empty_like(a)
