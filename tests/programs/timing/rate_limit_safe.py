import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

interval = 0.01
last = time.monotonic()
b = a
for i in range(20):
    b = b + a
    wait = interval - (time.monotonic() - last)
    if wait > 0:
        time.sleep(wait)
    last = time.monotonic()
print(float(b.sum()))
