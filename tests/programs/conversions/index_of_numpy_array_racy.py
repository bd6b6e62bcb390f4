import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = np.arange(1 << 20)
i = cp.argsort(x)
print(h[i])  # expect: CUP207
