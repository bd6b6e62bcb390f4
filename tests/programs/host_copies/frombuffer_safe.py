import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

m = cp.cuda.alloc_pinned_memory(x.nbytes)
h = np.frombuffer(m, x.dtype, x.size).reshape(x.shape)
h[...] = 1
x.set(h, stream=s1)
g = np.frombuffer(cp.cuda.alloc_pinned_memory(x.nbytes), x.dtype, x.size)
g[...] = 2
s1.synchronize()
h[...] = 2
