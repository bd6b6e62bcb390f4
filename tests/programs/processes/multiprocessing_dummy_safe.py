from multiprocessing.dummy import Pool

import cupy as cp


def work(n):
    return cp.asnumpy(cp.ones(n))


x = cp.ones(10)
print(Pool(2).map(work, [1, 2]))
