# device-memory: 256MiB

import cupy as cp

DEBUG = False

a = cp.zeros((1000, 1000))
if DEBUG:
    b = cp.zeros((20_000, 20_000))
