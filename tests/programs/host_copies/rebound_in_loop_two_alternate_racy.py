import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

for k in range(3):
    p = cupyx.empty_pinned(1 << 20)
    p[:] = k  # expect: CUP203
    x.set(p, stream=s1)
