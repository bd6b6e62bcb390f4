import cupy as cp
import cupyx
import numpy as np

N = 1 << 16
x = cp.ones(N, dtype=np.float32)
cp.cuda.Device().synchronize()

big = cupyx.empty_pinned((4, N), dtype="float32")
streams = [cp.cuda.Stream(non_blocking=True) for _ in range(4)]
for i in range(4):
    x.get(stream=streams[i], out=big[i], blocking=False)
for i in range(3):
    streams[i].synchronize()
print(big.sum())  # expect: CUP201
