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
t1 = time.time()  # expect: CUP501
print("GPU", t1 - t0)
print("same", np.allclose(c, c), float(b[0, 0]) > 0)
