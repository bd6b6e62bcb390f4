import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()

cache = {}


def lookup(key):
    entry = cache.get(key)
    if entry is not None and time.time() - entry[0] < 60:
        return entry[1]
    value = a * key
    cache[key] = (time.time(), value)
    return value


print(float(lookup(2).sum()), float(lookup(2).sum()))
