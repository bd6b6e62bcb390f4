# device-memory: 256MiB
# measured-peak: 80024576

import cupy as cp

kept, total = [], 0.0
for number in range(500):
    kept.append(cp.full((1000, 1000), number, dtype=cp.float32))
    if number % 10 == 9:
        total += float(cp.stack(kept).sum())
        kept = []
print(total)
