# device-memory: 256MiB
# measured-peak: 4000256

import cupy as cp

block = cp.ones((1000, 1000), dtype=cp.float32)
kept = []
for number in range(500):
    kept.append(block)
print(len(kept))
