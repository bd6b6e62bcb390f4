import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def norm(m):
    return float(cp.linalg.norm(m))


t0 = time.perf_counter()
value = norm(a)
print(value, time.perf_counter() - t0)
