import time

import cupy as cp
import matplotlib.pyplot as plt


def run():
    a = cp.ones((1000, 1000))
    start = time.perf_counter()
    b = a @ a
    seconds = time.perf_counter() - start  # expect: CUP501
    return {"time": seconds, "b": cp.asnumpy(b)}


def plot_both(first, second):
    plt.bar([0, 1], [first, second])
    plt.show()


def compare(host):
    a = cp.asarray(host)
    start = time.time()
    b = a @ a
    gpu = time.time() - start  # expect: CUP501
    plot_both(60.0, gpu)
    return b
