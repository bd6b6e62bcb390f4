# device-memory: 256MiB

import cupy as cp

cache = {"a": cp.ones((5000, 5000), dtype=cp.float32), "b": cp.ones((5000, 5000), dtype=cp.float32)}
total = float(cache["a"].sum() + cache["b"].sum())
cache.clear()
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + 1
