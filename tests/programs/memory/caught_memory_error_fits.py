# device-memory: 256MiB

import cupy as cp


def attempt(n):
    try:
        return cp.zeros((n, n))  # maybe: CUP401
    except MemoryError:
        return cp.zeros((n // 10, n // 10))


a = attempt(20_000)
