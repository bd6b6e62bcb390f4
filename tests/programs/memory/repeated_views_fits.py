# device-memory: 256MiB

import cupy as cp

a = cp.ones((1000, 1000), dtype=cp.float32)
b = cp.broadcast_to(a, (1000, 1000, 1000))
print(float(b[0, 0, 0]))
