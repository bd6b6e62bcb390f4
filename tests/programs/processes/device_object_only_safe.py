import multiprocessing

import cupy as cp

pool_of_memory = cp.get_default_memory_pool()
kernel = cp.RawKernel('extern "C" __global__ void f() {}', "f")


def work(n):
    return float(cp.ones(n).sum())


if __name__ == "__main__":
    print(multiprocessing.Pool(2).map(work, [1, 2]))
