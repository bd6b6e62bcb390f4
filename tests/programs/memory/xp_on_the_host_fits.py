# device-memory: 256MiB

import cupy as cp
import numpy as np


def normalise(x):
    xp = cp.get_array_module(x)
    centred = x - xp.mean(x)
    return centred / xp.sqrt(centred * centred)


normalise(np.ones((20_000, 20_000), dtype=np.float32))
