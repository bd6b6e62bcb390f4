import ctypes

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

cp.cuda.runtime.memcpyAsync(p.ctypes.data, x.data.ptr, x.nbytes, cp.cuda.runtime.memcpyDeviceToHost, s.ptr)
print(p.sum())  # expect: CUP201
s.synchronize()
