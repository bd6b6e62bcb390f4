import multiprocessing

import cupy as cp

TABLE = cp.arange(100)


def work(n):
    return int(TABLE[n])


def main():
    with multiprocessing.Pool(2) as pool:  # expect: CUP206
        print(pool.map(work, [1, 2]))


if __name__ == "__main__":
    main()
