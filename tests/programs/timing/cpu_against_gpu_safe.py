import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

host = np.random.rand(512, 512)
t0 = time.time()
c = host @ host
t1 = time.time()
print("CPU", t1 - t0)
t0 = time.time()
b = a @ a
cp.cuda.Stream.null.synchronize()
t1 = time.time()
print("GPU", t1 - t0)
