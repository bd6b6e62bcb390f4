import cupy as cp

s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()
import numpy as np

bounds = np.linspace(0, x.size, 3).astype(int)
for k, stream in enumerate((s, t)):
    with stream:
        x[bounds[k] : bounds[k + 1]] += k  # maybe: CUP101
s.synchronize()
t.synchronize()
print(x.sum())
