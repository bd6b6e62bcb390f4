from concurrent.futures import ThreadPoolExecutor

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

pool = ThreadPoolExecutor(1)
jobs = []


def f(arg):
    jobs.append(arg)


s1.launch_host_func(f, 3)
s1.synchronize()
pool.submit(lambda: x.sum())
