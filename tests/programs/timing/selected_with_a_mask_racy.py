import time

import cudf
import cupy as cp

table = cudf.read_csv("numbers.csv")
start = time.perf_counter()
both = cp.logical_and(table["a"] > 1, table["b"] < 2)
print(time.perf_counter() - start)  # expect: CUP501
