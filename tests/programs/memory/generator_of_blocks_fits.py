# device-memory: 256MiB
# measured-peak: 200000512

import cupy as cp


def blocks():
    for number in range(3):
        yield cp.full((5000, 5000), number, dtype=cp.float32)


total = 0.0
for block in blocks():
    total += float(block.sum())
print(total)
