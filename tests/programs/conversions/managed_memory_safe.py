import cupy as cp
import numpy as np

x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

pool = cp.cuda.MemoryPool(cp.cuda.malloc_managed)
h = np.asarray(x)
