import time

import cupy as cp
import numpy as np

s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

t0 = time.perf_counter()
module = cp.RawModule(code='extern "C" __global__ void f(float* x) { x[0] = 1; }')
kernel = module.get_function("f")
print("build", time.perf_counter() - t0)
