# device-memory: 256MiB
# measured-peak: 8102400

import cupy as cp

a = cp.ones(20_000, dtype=cp.float32)
total = 0.0
for start in range(0, 20_000, 100):
    total += float((a[start : start + 100, None] * a).sum())
print(total)
