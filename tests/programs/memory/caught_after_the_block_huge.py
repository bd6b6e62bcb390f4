# device-memory: 256MiB

import cupy as cp

try:
    a = cp.zeros((2_000, 2_000))
except Exception:
    print("failed")
b = cp.zeros((20_000, 20_000))  # expect: CUP401
