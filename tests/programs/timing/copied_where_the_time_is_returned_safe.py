import time

import cupy as cp
import matplotlib.pyplot as plt


def run():
    a = cp.ones((1000, 1000))
    start = time.perf_counter()
    b = cp.asnumpy(a @ a)
    seconds = time.perf_counter() - start
    return {"time": seconds, "b": b}


def plot_both(first, second):
    plt.bar([0, 1], [first, second])
    plt.show()


def compare(host):
    a = cp.asarray(host)
    start = time.time()
    b = a @ a
    cp.cuda.Device().synchronize()
    gpu = time.time() - start
    plot_both(60.0, gpu)
    return b


def plots(a):
    b = a @ a
    start = time.time()
    plt.plot(b.get())
    plot_time = time.time() - start
    print(plot_time)
