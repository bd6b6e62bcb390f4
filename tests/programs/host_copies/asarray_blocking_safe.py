import cupy as cp
import cupyx
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()

p = cupyx.zeros_pinned(1 << 20)
d = cp.asarray(p, blocking=True)
p[:] = 3
