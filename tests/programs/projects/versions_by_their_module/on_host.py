import numpy as np


def step(a):
    return np.fft.fft2(a)
