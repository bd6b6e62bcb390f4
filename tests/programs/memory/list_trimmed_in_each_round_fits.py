# device-memory: 256MiB
# measured-peak: 12000768

import cupy as cp

kept = []
for number in range(500):
    kept.append(cp.full((1000, 1000), number, dtype=cp.float32))
    if len(kept) > 2:
        kept.pop(0)
print(len(kept))
