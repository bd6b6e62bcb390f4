# device-memory: 256MiB

import cupy as cp


def work(a, out=None):
    if out is None:
        out = cp.empty_like(a)  # expect: CUP402
    cp.multiply(a, 2, out=out)
    return out


a = cp.ones((5000, 5000), dtype=cp.float32)
b = work(a)
c = work(b)
