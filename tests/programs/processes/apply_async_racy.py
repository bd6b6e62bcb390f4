import multiprocessing

import cupy as cp


def task(n, k=1):
    return float(cp.ones(n).sum())


x = cp.ones(3)
pool = multiprocessing.Pool(2)  # expect: CUP206
r = pool.apply_async(task, (3,))
print(r.get())
