# device-memory: 256MiB

import cupy as cp

points = cp.ones((5_000, 300), dtype=cp.float32)
squares = (points * points).sum(axis=1)
gap = points @ points.T
gap *= -2
gap += squares[:, None]
gap += squares[None, :]
