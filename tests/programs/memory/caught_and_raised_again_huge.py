# device-memory: 256MiB

import cupy as cp

try:
    a = cp.zeros((20_000, 20_000))  # expect: CUP401
except Exception:
    print("failed")
    raise
