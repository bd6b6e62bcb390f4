from multiprocessing.pool import Pool, get_context

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    x = cp.ones(10)
    context = get_context("spawn")
    with Pool(2, context=context) as pool:
        print(pool.map(work, [1, 2]))
