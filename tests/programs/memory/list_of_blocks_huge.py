# device-memory: 256MiB
# measured-peak: 300000768

import cupy as cp

blocks = []
for number in range(3):
    blocks.append(cp.full((5000, 5000), number, dtype=cp.float32))  # expect: CUP404
