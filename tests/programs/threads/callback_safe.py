# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

got = []


def f():
    with s1:
        r = x * 2
    s1.synchronize()
    return r


def cb(fut):
    got.append(fut.result() + 1)


with ThreadPoolExecutor(1) as ex:
    fut = ex.submit(f)
    fut.add_done_callback(cb)
print(len(got))
