"""What such calls wait for, if they do, may be done, so nothing is claimed of it."""

import cupy as cp

first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
with first:
    scale = cp.random.rand(1 << 20)
    delays = cp.random.exponential(scale, 1 << 20)
    longest = int(delays.max())
with second:
    total = scale * longest + delays
