import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

h = np.empty(N, dtype=np.float32)
x.get(stream=s, out=h)
print(h.sum())
