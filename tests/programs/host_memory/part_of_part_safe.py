import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
p = cupyx.zeros_pinned(N, dtype="float32")
cp.cuda.Device().synchronize()

x[: N // 2].get(stream=s, out=p[N // 2 :], blocking=False)
print(p[:N][0], p[4 : N // 2][:8].sum())
s.synchronize()
