import ctypes

import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

cp.cuda.set_allocator(cp.cuda.MemoryPool(cp.cuda.malloc_managed).malloc)
m = cp.zeros(N, dtype=np.float32)
h = np.frombuffer((ctypes.c_char * (N * 4)).from_address(m.data.ptr), dtype=np.float32)
cp.cuda.Device().synchronize()
with s:
    m += 1
print(h.sum())  # expect: CUP201
