# device-memory: 256MiB

import sys

import cupy as cp

n = max(int(sys.argv[1]), 20_000)
a = cp.zeros((n, n), dtype=cp.float32)  # expect: CUP401
