import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

stamps = [time.perf_counter()]
b = a @ a
stamps.append(time.perf_counter())  # expect: CUP501
c = b @ a
stamps.append(time.perf_counter())  # expect: CUP501
print(stamps[1] - stamps[0], stamps[2] - stamps[1])
