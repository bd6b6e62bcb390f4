# device-memory: 256MiB
# measured-peak: 8000512

import cupy as cp

kept = []
for number in range(500):
    block = cp.full((1000, 1000), number, dtype=cp.float32)
    kept.append(block.get())
print(len(kept))
