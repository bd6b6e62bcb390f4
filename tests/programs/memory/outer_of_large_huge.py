# device-memory: 256MiB

import cupy as cp

v = cp.linspace(0, 1, 20_000)
products = cp.outer(v, v)  # expect: CUP401
