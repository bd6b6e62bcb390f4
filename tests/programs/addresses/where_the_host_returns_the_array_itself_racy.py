import cupy as cp
import numpy as np


def f(z, xp):
    z = xp.ascontiguousarray(z)
    if xp is np:
        return z
    return z.data.ptr  # expect: CUP315
