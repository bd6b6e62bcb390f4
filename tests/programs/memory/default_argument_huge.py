# device-memory: 256MiB
# measured-peak: 3200000000

import cupy as cp


def make(n=20_000, dtype="float64"):
    return cp.zeros((n, n), dtype)  # expect: CUP401


make()
