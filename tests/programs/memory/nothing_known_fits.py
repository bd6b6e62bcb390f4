# device-memory: 256MiB
# measured-peak: 1536

import cupy as cp


def grow(n, m):
    a = cp.zeros((n, m))
    b = a + 1
    return a * b


import sys

grow(len(sys.argv), len(sys.argv))
