# Given no array of the device, a fused function is called as it is: nothing is queued that the clock could miss.
import time

import cupy as cp
import numpy as np


@cp.fuse()
def doubled(x):
    return x * 2 + 1


def measure(frame):
    values = frame.to_numpy()
    start = time.perf_counter()
    doubled(values[:9].astype(float))
    print(time.perf_counter() - start)


numbers = np.ones(10)
start = time.perf_counter()
doubled(numbers)
print(time.perf_counter() - start)
