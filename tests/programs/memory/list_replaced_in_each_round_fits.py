# device-memory: 256MiB
# measured-peak: 24001536

import cupy as cp

for number in range(500):
    kept = [cp.full((1000, 1000), number, dtype=cp.float32) for _ in range(3)]
print(len(kept))
