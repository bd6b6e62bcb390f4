# device-memory: 256MiB

import cupy as cp

if False:
    a = cp.zeros((20_000, 20_000))
b = cp.zeros((1000, 1000))
