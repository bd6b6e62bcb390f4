"""Nothing is given back before the clock is read."""

import time

import cupy as cp


def twice_sorted(x):
    y = cp.sort(x)
    return cp.sort(y)


x = cp.ones(1 << 24)
start = time.perf_counter()
x = twice_sorted(x)
print(time.perf_counter() - start)  # expect: CUP501
cp._default_memory_pool.free_all_blocks()
