# device-memory: 256MiB

import cupy as cp

rows = [cp.ones((1000, 1000), dtype=cp.float32) for _ in range(25)]
block = cp.concatenate(rows)
del rows
more = block + 1
