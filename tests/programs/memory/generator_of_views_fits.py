# device-memory: 256MiB

import cupy as cp


def rows(a):
    for start in range(0, a.shape[0], 1000):
        yield a[start : start + 1000]


a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.zeros_like(a)
for block in rows(a):
    block *= 2
kept = list(rows(a))
