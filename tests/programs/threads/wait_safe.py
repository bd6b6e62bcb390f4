# simulator: agrees

import concurrent.futures
from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(k):
    with s1:
        r = x * k
    s1.synchronize()
    return r


ex = ThreadPoolExecutor(2)
futures = {ex.submit(f, k): k for k in range(3)}
done, pending = concurrent.futures.wait(futures)
for fut in done:
    z = fut.result() + futures[fut]
ex.shutdown()
