# device-memory: 256MiB

import sys

import cupy as cp

n = min(int(sys.argv[1]), 5000)
a = cp.zeros((n, n), dtype=cp.float32)
b = a + 1
