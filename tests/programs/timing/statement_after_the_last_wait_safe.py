import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
peak = float(a.max())
b = (a - peak) @ a
c = float(b.max())
b *= c
t1 = time.perf_counter()  # maybe: CUP501
print("scaled in", t1 - t0)
