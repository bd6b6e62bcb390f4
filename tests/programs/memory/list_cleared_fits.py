# device-memory: 256MiB
# measured-peak: 100000256

import cupy as cp

blocks = []
for number in range(3):
    blocks.append(cp.full((5000, 5000), number, dtype=cp.float32))
    if len(blocks) == 1:
        blocks.clear()
print(len(blocks))
