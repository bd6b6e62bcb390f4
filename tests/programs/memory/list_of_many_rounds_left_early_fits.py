# device-memory: 256MiB
# measured-peak: 16001024

import cupy as cp

kept = []
for number in range(500):
    block = cp.full((1000, 1000), number, dtype=cp.float32)
    kept.append(block)
    if float(block[0, 0]) > 2:
        break
print(len(kept))
