# device-memory: 256MiB

import cupy as cp

a = cp.ones((4200, 4200), dtype=cp.float32)
b = (a + 1) * (a - 1) / (a * 2) + a  # expect: CUP402
