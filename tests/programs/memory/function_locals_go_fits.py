# device-memory: 256MiB
# measured-peak: 200022528

import cupy as cp


def work(scale):
    first = cp.full((5000, 5000), scale, dtype=cp.float32)
    second = first * 2
    return float(second.sum())


total = 0.0
for scale in range(5):
    total += work(scale)
print(total)
