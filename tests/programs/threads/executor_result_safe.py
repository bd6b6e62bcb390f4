# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(a):
    with s1:
        r = a * 2
    s1.synchronize()
    return r


with ThreadPoolExecutor(2) as ex:
    fut = ex.submit(f, x)
    r = fut.result()
    z = r + 1
