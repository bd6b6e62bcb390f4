import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

b = cp.cuda.Stream()
x.get(stream=b, out=p, blocking=False)
cp.cuda.Stream.null.synchronize()
print(p.sum())
