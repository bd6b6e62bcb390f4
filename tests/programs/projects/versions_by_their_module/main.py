import time

import cupy as cp
import numpy as np
import on_device
import on_host

for step in (on_device.step, on_host.step):
    if step.__module__ == "on_device":
        a = cp.ones((2048, 2048))
        step(a)
        cp.cuda.Device().synchronize()
        start = time.perf_counter()
        step(a)
        cp.cuda.Device().synchronize()
        print("device", time.perf_counter() - start)
    else:
        a = np.ones((2048, 2048))
        start = time.perf_counter()
        step(a)
        print("numbers", time.perf_counter() - start)
