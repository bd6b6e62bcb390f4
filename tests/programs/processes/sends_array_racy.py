import multiprocessing

import cupy as cp


def work(a):
    return 1


if __name__ == "__main__":
    x = cp.ones(10)
    with multiprocessing.Pool(2) as pool:  # expect: CUP206
        print(pool.map(work, [x, x]))
