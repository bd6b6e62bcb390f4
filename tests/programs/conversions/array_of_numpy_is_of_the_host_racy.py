"""What NumPy makes an array of is one of the host, whatever that was: it is the conversion that fails."""
import cupy as cp
import numpy as np


def check(x: cp.ndarray):
    peak = cp.unravel_index(cp.argmax(x), x.shape)
    np.testing.assert_allclose(np.array(peak), np.zeros(3))  # expect: CUP207
