import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

SYNC = True


def measure():
    t0 = time.perf_counter()
    b = a @ a
    if SYNC:
        cp.cuda.Device().synchronize()
    return time.perf_counter() - t0


print(measure())
