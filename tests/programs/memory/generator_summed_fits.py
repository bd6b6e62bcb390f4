# device-memory: 256MiB

import cupy as cp

total = sum(float(cp.full((5000, 5000), i, dtype=cp.float32).sum()) for i in range(10))
print(total)
