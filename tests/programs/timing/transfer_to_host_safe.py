import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

b = a @ a
cp.cuda.Device().synchronize()
t0 = time.perf_counter()
host = b.get()
print("to host:", time.perf_counter() - t0)
