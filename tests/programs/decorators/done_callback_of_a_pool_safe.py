from concurrent.futures import ThreadPoolExecutor

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def fill():
    with s1:
        x.fill(3)


with ThreadPoolExecutor(1) as pool:
    pool.submit(fill).add_done_callback(lambda _: s1.synchronize())
with s2:
    a = x * 2
