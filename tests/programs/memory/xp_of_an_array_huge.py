# device-memory: 256MiB

import cupy as cp


def normalise(x):
    xp = cp.get_array_module(x)
    centred = x - xp.mean(x)
    return centred / xp.sqrt(centred * centred)  # expect: CUP402


normalise(cp.ones((5000, 5000), dtype=cp.float32))
