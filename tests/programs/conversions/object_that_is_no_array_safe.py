import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = np.asarray(x.shape)
g = np.array([x.ndim, x.nbytes])
