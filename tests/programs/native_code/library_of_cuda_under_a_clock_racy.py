import time

import cupy as cp
import numpy as np
from cupy.cuda import cusolver

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def factor(handle, n):
    start = time.perf_counter()
    cusolver.spotrf(handle, 0, n, x.data.ptr, n, y.data.ptr, n, 0)
    print(time.perf_counter() - start)  # expect: CUP501
