import multiprocessing

import cupy as cp


def prepare(device):
    cp.cuda.Device(device).use()


def work(n):
    return n


if __name__ == "__main__":
    x = cp.ones(10)
    with multiprocessing.Pool(2, prepare, (0,)) as pool:  # expect: CUP206
        print(pool.map(work, [1, 2]))
