import cupy as cp
import numpy as np


def f(n):
    z = cp.ones(n) * 2
    return np.asarray(z)  # expect: CUP207
