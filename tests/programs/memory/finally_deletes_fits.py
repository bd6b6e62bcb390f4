# device-memory: 256MiB

import cupy as cp


def work():
    a = cp.ones((5000, 5000), dtype=cp.float32)
    try:
        b = a * 2
        total = float(b.sum())
    finally:
        del a
    return total, b


total, kept = work()
more = cp.ones((5000, 5000), dtype=cp.float32)
