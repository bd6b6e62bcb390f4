"""Doubled on one stream, shifted on another, with no wait between; the host's print is right."""

import cupy as cp
import cupy.cuda

doubling = cp.cuda.Stream()
shifting = cp.cuda.Stream()

values = cp.array([1, 2, 3], dtype=cp.float32)

with doubling:
    doubled = values * 2

with shifting:
    shifted = doubled + 1  # expect: CUP101

print(shifted)
