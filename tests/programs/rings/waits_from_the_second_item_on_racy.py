# Only some rounds of the first loop wait; of how many there are nothing is known but that six are some.
import sys

import cupy as cp

copy, work = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
ring = [cp.zeros(64) for _ in range(2)]
free = [cp.cuda.Event() for _ in range(2)]
cp.cuda.Device().synchronize()
for i, name in enumerate(sys.argv[1:]):
    if i >= 1:
        free[i % 2].synchronize()
    with work:
        ring[i % 2].fill(9)
    free[(i + 1) % 2].record(copy)
with copy:
    first = ring[0] + 1  # expect: CUP101
cp.cuda.Device().synchronize()
