# device-memory: 256MiB

import cupy as cp

points = cp.ones((20_000, 3), dtype=cp.float32)
gap = points[:, None, :] - points[None, :, :]  # expect: CUP401
