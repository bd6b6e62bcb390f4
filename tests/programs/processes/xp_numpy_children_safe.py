import multiprocessing

import cupy as cp
import numpy as np


def total(xp, n):
    return float(xp.ones(n).sum())


def work(n):
    return total(np, n)


if __name__ == "__main__":
    print(total(cp, 3))
    with multiprocessing.Pool(2) as pool:
        print(pool.map(work, [1, 2]))
