# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def init():
    s1.use()


def f(a):
    return a * 2


with s1:
    z = x + 1
    with ThreadPoolExecutor(2, initializer=init) as ex:
        r = ex.submit(f, z).result()
s1.synchronize()
