from multiprocessing import Pool, set_start_method

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    set_start_method("forkserver")
    x = cp.ones(10)
    print(Pool(2).map(work, [1, 2]))
