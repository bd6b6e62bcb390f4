# simulator: agrees

from multiprocessing.pool import ThreadPool

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(k):
    with s1:
        r = x * k
    s1.synchronize()
    return r


with ThreadPool(2) as pool:
    parts = pool.map(f, range(3))
    r = pool.apply_async(f, (4,)).get()
z = parts[0] + r
