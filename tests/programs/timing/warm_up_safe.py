import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


def warm_up():
    t0 = time.perf_counter()
    cp.sort(a)
    return time.perf_counter() - t0


print("warm-up", warm_up())
