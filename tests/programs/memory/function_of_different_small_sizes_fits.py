# device-memory: 256MiB

import cupy as cp


def square(n):
    a = cp.ones((n, n), dtype=cp.float32)
    b = a + 1
    return float(b.sum())


for n in (100, 1000, 5000):
    square(n)
