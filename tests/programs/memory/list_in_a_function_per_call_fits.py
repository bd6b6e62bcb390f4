# device-memory: 256MiB

import cupy as cp


def mean_of(n):
    parts = []
    for number in range(10):
        parts.append(cp.full((1000, 1000), number, dtype=cp.float32))
    return float(cp.stack(parts).mean())


for repetition in range(100):
    mean_of(repetition)
