import cupy as cp
import cupyx

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)

p = cupyx.zeros_pinned(1 << 20)
with s1:
    d = cp.asarray(p)
s2.synchronize()
p[:] = 3  # expect: CUP202
