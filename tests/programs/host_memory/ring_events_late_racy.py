import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
s = cp.cuda.Stream(non_blocking=True)
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

ring = [cupyx.empty_pinned(N, dtype="float32") for _ in range(3)]
events = [cp.cuda.Event() for _ in range(3)]
for i in range(9):
    k = i % 3
    ring[k][:] = i  # expect: CUP202
    events[k].synchronize()
    x.set(ring[k], stream=s)
    events[k].record(s)
s.synchronize()
