import time

import cupy as cp
import numpy as np
from numba import cuda


@cuda.jit
def double(a, b):
    i = cuda.grid(1)
    if i < a.size:
        b[i] = 2 * a[i]


a = cuda.to_device(np.ones(1 << 20))
b = cp.zeros(1 << 20)
start = time.perf_counter()
double[4096, 256](a, b)
print(time.perf_counter() - start)  # expect: CUP501
