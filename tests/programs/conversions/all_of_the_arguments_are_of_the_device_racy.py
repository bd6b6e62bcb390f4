# None of the arguments is an array of NumPy, so the function goes on, and fails.
import cupy as cp
import numpy as np


class Settings:
    size = 9


def fill(*arguments):
    if any(isinstance(each, np.ndarray) for each in arguments):
        return
    scratch = np.zeros(9)
    scratch[:] = cp.ones(9)  # expect: CUP207


fill(Settings(), cp.ones(9), 3)
