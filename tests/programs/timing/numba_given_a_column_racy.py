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

n = int(table["n"].max())
a, b = cp.ones(1 << 20), cp.zeros(1 << 20)
start = time.perf_counter()
double[4096, 256](a, b, n)
print(time.perf_counter() - start)  # expect: CUP501
