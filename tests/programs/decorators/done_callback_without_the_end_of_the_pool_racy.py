from concurrent.futures import ThreadPoolExecutor

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def fill():
    with s1:
        x.fill(3)


pool = ThreadPoolExecutor(1)
future = pool.submit(fill)
future.add_done_callback(lambda _: s2.synchronize())
future.result()
with s2:
    a = x * 2  # expect: CUP101
