# device-memory: 256MiB

import sys

import cupy as cp

match sys.argv[1:]:
    case ["a"]:
        a = cp.ones((5000, 5000), dtype=cp.float32)
    case ["b"]:
        a = cp.zeros((5000, 5000), dtype=cp.float32)
    case _:
        a = cp.full((5000, 5000), 3, dtype=cp.float32)
b = a + 1
