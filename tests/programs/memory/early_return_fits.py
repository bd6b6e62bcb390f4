# device-memory: 256MiB
# measured-peak: 512

import cupy as cp


def build(big):
    if not big:
        return cp.ones(10, dtype=cp.float32)
    return cp.ones((20_000, 20_000), dtype=cp.float32)


print(float(build(False)[0]))
