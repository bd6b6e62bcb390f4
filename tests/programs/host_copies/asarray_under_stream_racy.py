import cupy as cp
import cupyx
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
with s1:
    d = cp.asarray(p)
s2.synchronize()
p[:] = 3  # expect: CUP202
