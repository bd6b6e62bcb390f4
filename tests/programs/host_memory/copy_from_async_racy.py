import ctypes

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

arr = cupyx.zeros_pinned(N, dtype="float32")
x.data.copy_from_host_async(arr.ctypes.data, arr.nbytes, s)
np.multiply(arr, 2, out=arr)  # expect: CUP202
s.synchronize()
