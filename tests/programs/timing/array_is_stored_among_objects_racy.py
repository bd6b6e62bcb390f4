# An array of objects takes the device array as it is, and so does a list.
import time

import cupy as cp
import numpy as np


def norms(a, r):
    residual = np.empty(10, dtype=object)
    start = time.perf_counter()
    for _ in range(9):
        r = a @ r
    residual[9] = cp.linalg.norm(r)
    print(time.perf_counter() - start)  # expect: CUP501
    return residual


norms(cp.ones((4096, 4096)), cp.ones(4096))
