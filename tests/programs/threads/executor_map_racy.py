# simulator: agrees

from concurrent.futures import ThreadPoolExecutor

import cupy as cp

x = cp.ones(1 << 20)
s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def f(k):
    with s1:
        return x * k


with ThreadPoolExecutor(2) as ex:
    parts = list(ex.map(f, range(3)))
total = parts[0] + parts[1]  # expect: CUP101
