import multiprocessing

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    print(multiprocessing.Pool(2).map(work, [1, 2]))
