import cupy as cp
import cupyx

p = cupyx.zeros_pinned(1 << 20)
d = cp.asarray(p, blocking=True)
p[:] = 3
