import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
try:
    b = a @ a
finally:
    cp.cuda.get_current_stream().synchronize()
    print(time.perf_counter() - t0)
