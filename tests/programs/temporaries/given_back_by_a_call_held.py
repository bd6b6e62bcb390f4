# rules: CUP406

import cupy as cp


def square(x):
    return x * x


a = square(cp.ones((5000, 5000), dtype=cp.float32) + 1) * 2 - 1  # expect: CUP406
