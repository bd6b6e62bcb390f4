"""A path on which an array has other dimensions than it is made with is none."""
import cupy as cp
import numpy as np


def differences():
    codes = cp.asarray(np.zeros((200_000, 200)))
    codes = codes[:, None]
    y = cp.zeros(200_000)
    return codes * 10 + y[:, None]  # expect: CUP401
