# device-memory: 256MiB
# measured-peak: 2000128000

import cupy as cp

kept = []
for number in range(500):
    block = cp.full((1000, 1000), number, dtype=cp.float32)  # expect: CUP404
    kept.append(block[0])
print(len(kept))
