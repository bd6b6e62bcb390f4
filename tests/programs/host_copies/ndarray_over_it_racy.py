import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

m = cupyx.zeros_pinned(1 << 20)
h = np.ndarray((1024, 1024), m.dtype, m)
x.get(stream=s1, out=m, blocking=False)
print(h[0, 0])  # expect: CUP201
