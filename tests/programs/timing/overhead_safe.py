import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def python_overhead(n):
    t0 = time.perf_counter()
    for _ in range(n):
        b = a * 2
    per_call = (time.perf_counter() - t0) / n
    return per_call


print(python_overhead(100))
with s:
    cpu_start = time.perf_counter()
    y = a * 2
    cpu_end = time.perf_counter()
s.synchronize()
print(f"time of CPU in CUDA calls: {cpu_end - cpu_start}")
