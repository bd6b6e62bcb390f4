import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

found = []
for i in range(3):
    found.append(float((x * i).sum()))
print(np.array(found))
