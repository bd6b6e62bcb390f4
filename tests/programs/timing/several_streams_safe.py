import time

import cupy as cp

a = cp.random.rand(512, 512)
cp.cuda.Device().synchronize()

streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
t0 = time.perf_counter()
parts = []
for stream in streams:
    with stream:
        parts.append(a @ a)
for stream in streams:
    stream.synchronize()
print(time.perf_counter() - t0)
