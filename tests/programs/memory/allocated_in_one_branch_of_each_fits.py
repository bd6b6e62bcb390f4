# device-memory: 256MiB

import sys

import cupy as cp

mode = sys.argv[1]
if mode == "one":
    a = cp.ones((5000, 5000), dtype=cp.float32)
    a += 1
elif mode == "two":
    b = cp.ones((5000, 5000), dtype=cp.float32)
    b += 1
else:
    c = cp.ones((5000, 5000), dtype=cp.float32)
    c += 1
