"""A switch is off, whatever else the test asks: each way through it ends in something false."""

import cupy as cp

try:
    import numba.cuda

    has_numba = numba.cuda.is_available()
except ImportError:
    has_numba = False
try:
    has_cupy = cp.is_available()
except RuntimeError:
    has_cupy = False
is_on = True


def may_overlap(names):
    return has_cupy and has_numba and is_on and "overlap" in names


def double(x, names):
    if may_overlap(names):
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            return x * 2
    return x * 2


def main(names):
    global is_on
    is_on = False
    x = cp.ones(3)
    print(double(x, names) + 1)
