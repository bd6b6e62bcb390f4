import time

import cupy as cp

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

stamps = [time.perf_counter()]
b = a @ a
s.synchronize()
cp.cuda.Device().synchronize()
stamps.append(time.perf_counter())
c = float((b @ a).sum())
stamps.append(time.perf_counter())
print(stamps[1] - stamps[0], stamps[2] - stamps[1])
