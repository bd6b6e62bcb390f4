# simulator: agrees

import time
from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f():
    with s1:
        r = x * 2
    s1.synchronize()
    return r


ex = ThreadPoolExecutor()
fu = ex.submit(f)
while not fu.done():
    time.sleep(0.01)
z = fu.result() + 1
ex.shutdown()
