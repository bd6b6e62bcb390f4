# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def a():
    with s1:
        x.fill(2)
    s1.synchronize()


def b():
    with s2:
        return x + 1


with ThreadPoolExecutor(max_workers=1) as ex:
    ex.submit(a)
    f = ex.submit(b)
