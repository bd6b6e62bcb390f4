# rules: CUP406

import cupy as cp


def double(x):
    return x * 2


a = cp.ones((5000, 5000), dtype=cp.float32)
c = double(a) + 1
