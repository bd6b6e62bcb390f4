# device-memory: 256MiB

import cupy as cp

total = max(float(b.max()) for b in (cp.full((1000, 1000), i, dtype=cp.float32) for i in range(1000)))
