import timeit

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

first, last = cp.cuda.Event(), cp.cuda.Event()
first.record()
b = a @ a
last.record()
last.synchronize()
print(cp.cuda.get_elapsed_time(first, last))
