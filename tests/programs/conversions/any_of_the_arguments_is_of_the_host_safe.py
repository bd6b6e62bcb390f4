# The function goes on with device arrays only: where an argument is an array of NumPy, it has returned.
import cupy as cp
import numpy as np


def fill(*arrays):
    if any(isinstance(each, np.ndarray) for each in arrays):
        return
    scratch = np.zeros(9)
    scratch[:] = cp.ones(9)


def fill_one(array):
    if isinstance(array, (int, np.ndarray)):
        return
    scratch = np.zeros(9)
    scratch[:] = cp.ones(9)


fill(cp.ones(9), np.ones(9))
fill_one(np.ones(9))
