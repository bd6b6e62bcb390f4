import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
q = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

x.get(stream=s, out=p, blocking=False)
e = s.record()
y.get(stream=s, out=q, blocking=False)
e.synchronize()
print(q.sum())  # expect: CUP201
