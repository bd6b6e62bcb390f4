# device-memory: 256MiB

import cupy as cp

n = 20_000
assert n < 10_000
a = cp.zeros((n, n))
