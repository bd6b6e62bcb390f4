import multiprocessing

import cupy as cp


def work(n):
    with cp.cuda.Device(n):
        return float(cp.ones(n).sum())


if __name__ == "__main__":
    count = cp.cuda.runtime.getDeviceCount()
    with multiprocessing.Pool(count) as pool:  # expect: CUP206
        print(pool.map(work, range(count)))
