"""The same with a wait of the host inside the first block: right."""

import cupy as cp
import cupy.cuda

doubling = cp.cuda.Stream()
shifting = cp.cuda.Stream()

values = cp.array([1, 2, 3], dtype=cp.float32)

with doubling:
    doubled = values * 2
    doubling.synchronize()

with shifting:
    shifted = doubled + 1

print(shifted)
