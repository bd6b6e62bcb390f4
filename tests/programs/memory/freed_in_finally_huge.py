# device-memory: 256MiB

import cupy as cp


def work():
    pool = cp.get_default_memory_pool()
    a = cp.ones((1000, 1000))
    try:
        return float(a.sum())
    finally:
        pool.free_all_blocks()  # expect: CUP405


work()
