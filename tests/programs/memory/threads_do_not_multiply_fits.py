# device-memory: 256MiB

from concurrent.futures import ThreadPoolExecutor

import cupy as cp


def work(n):
    a = cp.ones((5000, 5000), dtype=cp.float32)
    return float(a.sum())


with ThreadPoolExecutor(1) as pool:
    print(list(pool.map(work, range(10))))
