# device-memory: 256MiB

import cupy as cp

cache = {"a": cp.ones((5000, 5000), dtype=cp.float32), "b": cp.ones((5000, 5000), dtype=cp.float32)}
cache.pop("a")
c = cp.ones((5000, 5000), dtype=cp.float32)
