import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import cupy as cp


def work(n):
    return cp.asnumpy(cp.ones(n))


def main():
    x = cp.ones(10)
    with ProcessPoolExecutor(4, mp_context=multiprocessing.get_context("spawn")) as pool:
        futures = [pool.submit(work, i) for i in range(4)]
    print(x, futures)


main()
