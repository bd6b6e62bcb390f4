# device-memory: 256MiB
# measured-peak: 200041984

import cupy as cp

a = cp.ones((5000, 5000), dtype=cp.float32)
weights = cp.ones(5000, dtype=cp.float32)
print(float((a * weights).sum(axis=1)[0]))
