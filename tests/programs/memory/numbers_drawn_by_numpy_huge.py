# device-memory: 2GiB
"""A matrix of differences between points that a generator of NumPy has drawn."""
import cupy as cp
import numpy as np

rng = np.random.default_rng(1)
points = cp.asarray(rng.random((16384, 3), dtype=np.float32))
others = cp.asarray(rng.normal(size=(16384, 3)), dtype=cp.float32)
apart = points[:, None, :] - others[None, :, :]  # expect: CUP401
