import multiprocessing

import cupy as cp


def work(n):
    return float(cp.ones(n).sum())


def once(n):
    return multiprocessing.Process(target=work, args=(n,))


if __name__ == "__main__":
    for n in range(3):
        p = once(n)
        p.start()
        p.join()
