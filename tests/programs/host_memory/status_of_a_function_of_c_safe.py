import ctypes

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

library = ctypes.CDLL("libexample.so")
if x.dtype == np.float64:
    function = library.doubles
else:
    function = library.singles
with s:
    y = x * 2
status = function(y.data.ptr, ctypes.c_int(3))  # maybe: CUP204
if status != 0:
    raise ValueError(status)
