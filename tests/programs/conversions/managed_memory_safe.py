import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

pool = cp.cuda.MemoryPool(cp.cuda.malloc_managed)
h = np.asarray(x)
