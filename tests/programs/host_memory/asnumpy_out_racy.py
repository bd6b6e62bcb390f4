import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

with s:
    z = x * 2
    h = cp.asnumpy(z, out=p, blocking=False)
print(h[0])  # expect: CUP201
