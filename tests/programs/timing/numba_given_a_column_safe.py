import time

import cupy as cp
import pandas as pd
from numba import cuda


@cuda.jit
def double(a, b, n):
    i = cuda.grid(1)
    if i < n:
        b[i] = 2 * a[i]


table = pd.read_csv("numbers.csv")

b = cp.zeros(len(table))
start = time.perf_counter()
double[4096, 256](table["a"].values, b, len(table))
print(time.perf_counter() - start)  # maybe: CUP501
