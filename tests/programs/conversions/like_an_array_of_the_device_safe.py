# python: no
# np.zeros_like of a device array is CuPy's.
import cupy as cp
import numpy as np


def equalized(data):
    out = np.zeros_like(data)
    for c in range(3):
        out[..., c] = cp.clip(data[..., c], 0, 9)
    return out


print(equalized(cp.zeros((8, 8, 3), dtype=cp.uint8)).get())
