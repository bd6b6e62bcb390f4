import timeit

import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

print(timeit.timeit("x * 2", setup="x = 3", number=1000))
