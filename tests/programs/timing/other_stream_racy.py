import time

import cupy as cp

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

work = cp.cuda.Stream(non_blocking=True)
t0 = time.perf_counter()
with work:
    b = a @ a
s.synchronize()
seconds = time.perf_counter() - t0  # expect: CUP501
work.synchronize()
print(seconds)
