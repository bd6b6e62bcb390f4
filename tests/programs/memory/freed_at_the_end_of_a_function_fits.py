# device-memory: 256MiB

import cupy as cp


def work():
    a = cp.ones((1000, 1000))
    total = float((a * 2).sum())
    cp.get_default_memory_pool().free_all_blocks()
    return total


work()
