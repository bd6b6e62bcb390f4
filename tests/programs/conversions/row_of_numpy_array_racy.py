import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = np.zeros((2, 1 << 20))
h[0, :] = x  # expect: CUP207
