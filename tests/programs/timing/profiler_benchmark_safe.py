import time

import cupy as cp
import numpy as np
from cupyx.profiler import benchmark

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.time()
print(benchmark(lambda: a @ a, n_repeat=10))
print("all of it", time.time() - t0)
