# device-memory: 256MiB

import cupy as cp
import numpy as np


def make(n, xp=np):
    return xp.zeros((n, n))  # expect: CUP401


make(20_000, xp=cp)
