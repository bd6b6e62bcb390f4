import multiprocessing

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    x = cp.ones(10)
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        print(pool.map(work, [1, 2]))
