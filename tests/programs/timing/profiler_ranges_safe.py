import timeit

import cupy as cp
import numpy as np
from cupyx.profiler import time_range

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

with time_range("product", color_id=0):
    b = a @ a


@time_range()
def work():
    return a @ a


print(float(work().sum()))
