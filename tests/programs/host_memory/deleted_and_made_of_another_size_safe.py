import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

r = cupyx.empty_pinned(N, dtype="float32")
r[:] = 1
x.set(r, stream=s)
del r
w = cupyx.empty_pinned(N * 8, dtype="float32")
w[:] = 2
s.synchronize()
