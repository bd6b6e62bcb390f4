import multiprocessing

import cupy as cp
import numpy as np


def work(n):
    return float(np.ones(n).sum())


if __name__ == "__main__":
    x = cp.ones(10)
    with multiprocessing.Pool(2) as pool:
        print(pool.map(work, [1, 2]))
