# device-memory: 256MiB

import cupy as cp


def blocks():
    for number in range(3):
        yield cp.full((5000, 5000), number, dtype=cp.float32)  # too much, which is not seen


kept = list(blocks())
print(len(kept))
