import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

work = cp.cuda.Stream(non_blocking=True)
t0 = time.perf_counter()
with work:
    b = a @ a
work.synchronize()
seconds = time.perf_counter() - t0
print(seconds)
