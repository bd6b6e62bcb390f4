import multiprocessing

import cupy as cp


def work(n):
    with cp.cuda.Device(n):
        return float(cp.ones(n).sum())


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn", force=True)
    count = cp.cuda.runtime.getDeviceCount()
    with multiprocessing.Pool(count) as pool:
        print(pool.map(work, range(count)))
