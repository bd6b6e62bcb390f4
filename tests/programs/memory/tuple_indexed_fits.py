# device-memory: 256MiB

import cupy as cp


def pair(n):
    return cp.ones((n, n), dtype=cp.float32), cp.zeros((n, n), dtype=cp.float32)


a = pair(5000)[0]
c = cp.empty_like(a)
