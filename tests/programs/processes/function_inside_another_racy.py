# A process of its own gets a function inside another one by the fork.
import multiprocessing as mp

import cupy as cp


def totals(sizes):
    x = cp.ones(10)

    def work(n):
        return float(cp.ones(n).sum())

    workers = [mp.Process(target=work, args=(n,)) for n in sizes]
    for worker in workers:
        worker.start()  # expect: CUP206
    return x
