import time

import cudf
import cupy as cp

table = cudf.read_csv("numbers.csv")
start = time.perf_counter()
part = table.loc[cp.logical_and(table["a"] > 1, table["b"] < 2)]
print(time.perf_counter() - start)  # maybe: CUP501
