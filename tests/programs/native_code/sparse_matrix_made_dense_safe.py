import cupy as cp
import cupyx.scipy.sparse
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

m = cupyx.scipy.sparse.random(100, 100)
z = m.toarray()
with s1:
    r = z * 2
