import multiprocessing

import cupy as cp


def work(a):
    return a.sum()


if __name__ == "__main__":
    x = cp.ones(10).get()
    with multiprocessing.Pool(2) as pool:
        print(pool.map(work, [x, x]))
