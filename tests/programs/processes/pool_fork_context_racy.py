import multiprocessing as mp

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    x = cp.ones(10)
    context = mp.get_context("fork")
    pool = context.Pool(2)  # expect: CUP206
    print(pool.map(work, [1, 2]))
