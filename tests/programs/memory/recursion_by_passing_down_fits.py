# device-memory: 256MiB

import cupy as cp


def repeat(a, times):
    if times == 0:
        return a
    a *= 2
    return repeat(a, times - 1)


a = repeat(cp.ones((5000, 5000), dtype=cp.float32), 10)
b = a + 1
