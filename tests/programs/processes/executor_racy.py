from concurrent.futures import ProcessPoolExecutor

import cupy as cp


def work(n):
    return cp.asnumpy(cp.ones(n))


def main():
    x = cp.ones(10)
    with ProcessPoolExecutor(4) as pool:
        futures = [pool.submit(work, i) for i in range(4)]  # expect: CUP206
    print(x, futures)


main()
