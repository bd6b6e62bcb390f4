# device-memory: 256MiB

import cupy as cp

a = cp.zeros((12_345, 12_345))  # expect: CUP401
