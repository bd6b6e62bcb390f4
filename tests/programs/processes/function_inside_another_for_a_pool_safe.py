# Pools pickle what they are given, and a function inside another one cannot be pickled: no child gets to run it.
from concurrent.futures import ProcessPoolExecutor

import cupy as cp


def totals(sizes):
    x = cp.ones(10)

    def work(n):
        return float(cp.ones(n).sum())

    with ProcessPoolExecutor(2) as pool:
        return x, list(pool.map(work, sizes))
