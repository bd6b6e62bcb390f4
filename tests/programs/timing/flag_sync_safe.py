import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

SYNC = True


def measure():
    t0 = time.perf_counter()
    b = a @ a
    if SYNC:
        cp.cuda.Device().synchronize()
    return time.perf_counter() - t0


print(measure())
