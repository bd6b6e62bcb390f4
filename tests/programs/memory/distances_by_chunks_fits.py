# device-memory: 256MiB

import cupy as cp

points = cp.ones((20_000, 3), dtype=cp.float32)
nearest = cp.empty(20_000, dtype=cp.float32)
for start in range(0, 20_000, 200):
    gap = points[start : start + 200, None, :] - points[None, :, :]
    nearest[start : start + 200] = (gap * gap).sum(axis=-1).min(axis=1)
