# device-memory: 256MiB

import cupy as cp

for _ in range(4):
    with cp.cuda.Stream(non_blocking=True) as stream:
        data = cp.ones((5000, 8000), dtype=cp.float32)
        total = float(data.sum())
        del data
