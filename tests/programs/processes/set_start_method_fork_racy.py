import multiprocessing as mp

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    mp.set_start_method("fork", force=True)
    x = cp.ones(10)
    print(mp.Pool(2).map(work, [1, 2]))  # expect: CUP206
