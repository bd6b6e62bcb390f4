import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def warm_up():
    t0 = time.perf_counter()
    cp.sort(a)
    return time.perf_counter() - t0


print("warm-up", warm_up())
