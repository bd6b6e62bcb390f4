import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = np.zeros((2, 1 << 20))
h[0, :] = x  # expect: CUP207
