# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

cache = {}
for name in ("a", "b", "c"):
    cache[name] = cp.ones((5000, 5000), dtype=cp.float32)  # expect: CUP404
