import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

h = cupyx.empty_pinned(1 << 20)
part = np.ndarray((1 << 20,), dtype="f8", buffer=h.data)
x.set(part, stream=s1)
s1.synchronize()
h[...] = 3
