import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

m = cp.cuda.alloc_pinned_memory(x.nbytes)
x.data.copy_to_host_async(m.ptr, x.nbytes, s1)
print(np.frombuffer(m, x.dtype, 4)[0])  # expect: CUP201
