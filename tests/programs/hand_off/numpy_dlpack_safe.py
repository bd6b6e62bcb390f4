import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

with s1:
    z = x * 2
    h = z.get()
n = np.from_dlpack(h)
print(n.sum())
