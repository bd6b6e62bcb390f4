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


with ThreadPoolExecutor(2) as ex:
    futures = [ex.submit(f, k) for k in range(3)]
    for fut in concurrent.futures.as_completed(futures):
        z = fut.result() + 1
