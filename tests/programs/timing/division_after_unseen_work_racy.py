# As in the safe twin, but what is not waited for is a loop of divisions.
import time

import cupy as cp
from elsewhere import hafnian

matrices, norms = cp.random.rand(1000, 20, 20), cp.random.rand(1000)
cp.cuda.Device().synchronize()

start = time.perf_counter()
found = hafnian(matrices)
cp.cuda.runtime.deviceSynchronize()
scaled = cp.append(cp.zeros(0), found)
for _ in range(500):
    scaled = scaled / norms
print("hafnians:", time.perf_counter() - start)  # expect: CUP501
