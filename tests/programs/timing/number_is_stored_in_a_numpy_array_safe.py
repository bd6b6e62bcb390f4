# NumPy asks an array of one element for its number, which waits (measured; an array of objects takes it as it is).
import time

import cupy as cp
import numpy as np


def norms(a, r):
    residual = np.zeros(10)
    start = time.perf_counter()
    for _ in range(9):
        r = a @ r
    residual[9] = cp.linalg.norm(r)
    print(time.perf_counter() - start, residual[9])


norms(cp.ones((4096, 4096)), cp.ones(4096))
