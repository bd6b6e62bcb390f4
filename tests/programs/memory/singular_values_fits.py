# device-memory: 256MiB

import cupy as cp

a = cp.ones((8000, 500), dtype=cp.float32)
s = cp.linalg.svd(a, compute_uv=False)
print(float(s[0]))
