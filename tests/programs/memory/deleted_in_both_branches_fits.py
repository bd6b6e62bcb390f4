# device-memory: 256MiB

import sys

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.ones((5000, 5000), dtype=cp.float32)
if "--free" in sys.argv:
    del a
else:
    del b
c = cp.ones((5000, 5000), dtype=cp.float32)
