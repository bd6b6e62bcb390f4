# device-memory: 256MiB
# measured-peak: 16000000

import cupy as cp


def make(n=20_000, dtype="float64"):
    return cp.zeros((n, n), dtype)


make(1_000)
make(n=2_000, dtype="float32")
