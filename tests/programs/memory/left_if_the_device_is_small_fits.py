# device-memory: 256MiB

import sys

import cupy as cp

free, total = cp.cuda.runtime.memGetInfo()
if free < 4 << 30:
    sys.exit("needs 4 GB")
b = cp.zeros((20_000, 20_000))  # maybe: CUP401
