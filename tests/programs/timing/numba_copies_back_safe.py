import time

import cupy as cp
import numpy as np
from numba import cuda


@cuda.jit
def double(a, b):
    i = cuda.grid(1)
    if i < a.size:
        b[i] = 2 * a[i]


a = cp.arange(1 << 20, dtype=cp.float32)
b = np.zeros(1 << 20, dtype=np.float32)
start = time.perf_counter()
double[4096, 256](a, b)
print(time.perf_counter() - start)  # Numba copies b back, and the host waits for that
