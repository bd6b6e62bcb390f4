import time
from concurrent.futures import ThreadPoolExecutor

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()


def work(i):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        b = a * i
    stream.synchronize()
    return b


t0 = time.perf_counter()
with ThreadPoolExecutor(4) as pool:
    results = list(pool.map(work, range(4)))
print(time.perf_counter() - t0)
