# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f():
    with s1:
        x.fill(3)
    s1.synchronize()


with ThreadPoolExecutor(2) as ex:
    ex.submit(f)
z = x + 1
