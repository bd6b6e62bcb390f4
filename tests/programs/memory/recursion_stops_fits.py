# device-memory: 256MiB

import cupy as cp


def refine(n):
    a = cp.ones((n, n), dtype=cp.float32)
    if n < 10:
        return float(a.sum())
    return float(a.sum()) + refine(n // 2)


refine(4000)
