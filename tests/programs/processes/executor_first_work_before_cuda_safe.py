from concurrent.futures import ProcessPoolExecutor

import cupy as cp


def work(n):
    return cp.asnumpy(cp.ones(n))


with ProcessPoolExecutor(1) as pool:
    first = pool.submit(work, 1)
    x = cp.ones(10)
    second = pool.submit(work, 2)
