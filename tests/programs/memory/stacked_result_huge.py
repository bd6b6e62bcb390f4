# device-memory: 256MiB

import cupy as cp

rows = [cp.ones((1000, 1000), dtype=cp.float32) for _ in range(40)]
block = cp.stack(rows)  # expect: CUP402
