# device-memory: 256MiB

import cupy as cp


def square(n):
    return cp.ones((n, n), dtype=cp.float32)  # expect: CUP401


small = square(100)
medium = square(1000)
large = square(10_000)
