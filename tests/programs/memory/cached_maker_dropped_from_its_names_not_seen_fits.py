# device-memory: 256MiB

from functools import lru_cache

import cupy as cp


@lru_cache(maxsize=None)
def table(n):
    return cp.ones((n, n), dtype=cp.float32)


total = float(table(5000).sum())
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1  # too much, which is not seen
