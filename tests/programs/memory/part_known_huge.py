# device-memory: 256MiB
# measured-peak: 400040448

import cupy as cp


def grow(extra):
    return cp.zeros((extra + 10_000, 10_000), dtype=cp.float32)  # expect: CUP401


import sys

grow(len(sys.argv))
