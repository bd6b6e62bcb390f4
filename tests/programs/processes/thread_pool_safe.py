from concurrent.futures import ThreadPoolExecutor

import cupy as cp


def work(n):
    return cp.asnumpy(cp.ones(n))


x = cp.ones(10)
with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(work, [1, 2])))
