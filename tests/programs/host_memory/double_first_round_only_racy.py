import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
t = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
y = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

bufs = [cupyx.empty_pinned(N, dtype="float32") for _ in range(2)]
streams = [s, t]
xs = [x, y]
streams[0].synchronize()
for i in range(6):
    bufs[i % 2][:] = i  # expect: CUP202
    xs[i % 2].set(bufs[i % 2], stream=streams[i % 2])
cp.cuda.Device().synchronize()
