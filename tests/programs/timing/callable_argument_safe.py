import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def measure(function, sync, *args):
    t0 = time.perf_counter()
    function(*args)
    sync()
    return time.perf_counter() - t0


print(measure(cp.dot, cp.cuda.Device().synchronize, a, a))
