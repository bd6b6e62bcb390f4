import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


def measure(function, sync, *args):
    t0 = time.perf_counter()
    function(*args)
    sync()
    return time.perf_counter() - t0


print(measure(cp.dot, cp.cuda.Device().synchronize, a, a))
