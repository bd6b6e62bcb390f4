# The work of code that is not seen is waited for, a division of its results is not.
import time

import cupy as cp
from elsewhere import hafnian

matrices, norms = cp.random.rand(1000, 20, 20), cp.random.rand(1000)
cp.cuda.Device().synchronize()

start = time.perf_counter()
found = hafnian(matrices)
cp.cuda.runtime.deviceSynchronize()
scaled = cp.append(cp.zeros(0), found) / norms
print("hafnians:", time.perf_counter() - start)  # maybe: CUP501
