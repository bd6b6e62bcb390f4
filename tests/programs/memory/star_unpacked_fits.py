# device-memory: 256MiB

import cupy as cp


def several(n):
    return [cp.ones((n, n), dtype=cp.float32) for _ in range(4)]


first, *rest = several(2000)
rest.clear()
c = cp.ones((5000, 5000), dtype=cp.float32)
d = cp.ones((5000, 5000), dtype=cp.float32)
