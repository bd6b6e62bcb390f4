"""The elements are read after the wait, so that they must not be overwritten yet; the input of `nonzero` was read before it."""

import cupy as cp

side = cp.cuda.Stream(non_blocking=True)
x = cp.arange(1 << 20) % 7
y = cp.arange(1 << 20) % 5
cp.cuda.Device().synchronize()

with side:
    places = cp.nonzero(y)
    taken = x[x > 3]
side.synchronize()
x += 1
y += 1
