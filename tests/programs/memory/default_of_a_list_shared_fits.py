# device-memory: 256MiB

import cupy as cp


def work(a, out=None):
    if out is None:
        out = cp.empty_like(a)
    cp.multiply(a, 2, out=out)
    return out


a = cp.ones((5000, 5000), dtype=cp.float32)
b = work(a)
b = work(a, b)
b = work(a, out=b)
