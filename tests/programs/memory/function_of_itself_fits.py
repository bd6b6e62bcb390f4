# device-memory: 256MiB

import cupy as cp


def halve(a):
    return a * 0.5


a = cp.ones((5000, 5000), dtype=cp.float32)
for _ in range(5):
    a = halve(a)
