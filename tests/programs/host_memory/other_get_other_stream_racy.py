import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

x.get(stream=s, out=p, blocking=False)
z = y.get(stream=t)
print(p.sum(), z.sum())  # expect: CUP201
