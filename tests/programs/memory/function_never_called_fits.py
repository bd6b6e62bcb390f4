# device-memory: 256MiB

import cupy as cp


def unused():
    a = cp.ones((5000, 5000), dtype=cp.float32)
    return a + 1


b = cp.ones((5000, 5000), dtype=cp.float32)
