# device-memory: 256MiB

import cupy as cp

try:
    a = cp.ones((5000, 5000), dtype=cp.float32)
    b = a + 1
    raise ValueError("stop")
    c = a * b
except ValueError:
    print("stopped")
