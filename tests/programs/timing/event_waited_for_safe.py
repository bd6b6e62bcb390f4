import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

done = cp.cuda.Event()
t0 = time.perf_counter()
b = a @ a
done.record()
done.synchronize()
print(time.perf_counter() - t0)
