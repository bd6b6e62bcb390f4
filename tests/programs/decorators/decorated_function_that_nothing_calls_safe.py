import cupy as cp
import numpy as np

s1 = cp.cuda.Stream(non_blocking=True)
y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def on_first(function):
    def wrapper(*args):
        with s1:
            return function(*args)

    return wrapper


@on_first
def step(values):
    b = values * 2
    with s1:
        return b + 1
