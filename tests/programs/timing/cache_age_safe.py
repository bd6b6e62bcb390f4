import time

import cupy as cp

a = cp.random.rand(512, 512)
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
