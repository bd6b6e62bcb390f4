import time

import cupy as cp
import cupyx.scipy.sparse
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

m = cupyx.scipy.sparse.random(100, 100)
start = time.perf_counter()
z = x * 2
m.get()
print(time.perf_counter() - start)
