# rules: CUP406

import cupy as cp


def gelu(x):
    return 0.5 * x * (1 + cp.tanh(0.8 * (x + 0.044715 * x**3)))  # expect: CUP406


h = gelu(cp.ones((8192, 8192), dtype=cp.float32))
