# device-memory: 256MiB

import cupy as cp


def head(n):
    whole = cp.ones((n, n), dtype=cp.float32)  # expect: CUP402
    return whole[:10]


x = head(5000)
y = head(5000)
z = head(5000)
