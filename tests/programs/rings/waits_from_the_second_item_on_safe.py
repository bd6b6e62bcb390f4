# The host waits after the loop.
import sys

import cupy as cp

copy, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
ring = [cp.zeros(64) for _ in range(2)]
free = [cp.cuda.Event() for _ in range(2)]
cp.cuda.Device().synchronize()
for i, name in enumerate(sys.argv[1:]):
    if i >= 1:
        work.synchronize()
    with work:
        ring[i % 2].fill(9)
    free[(i + 1) % 2].record(copy)
work.synchronize()
with copy:
    first = ring[0] + 1
cp.cuda.Device().synchronize()
