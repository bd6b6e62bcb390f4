import multiprocessing

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        x = cp.ones(10)
        print(pool.map(work, [1, 2]), x)
