import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

for i in range(5):
    a = cp.empty(1000)
    a.set(np.ones(1000), stream=s1)  # expect: CUP104
    cp.cuda.Stream.null.wait_event(s1.record())
    z = a.sum()
