import functools
import time

import cupy as cp
import numpy as np

a = cp.random.rand(512, 512)
s = cp.cuda.Stream(non_blocking=True)
cp.cuda.Device().synchronize()


def timed(method):
    @functools.wraps(method)
    def inner(self, *args):
        begin = time.perf_counter()
        out = method(self, *args)
        self.times[method.__name__] = time.perf_counter() - begin  # expect: CUP501
        return out

    return inner


class Model:
    def __init__(self, size):
        self.w = cp.random.rand(size, size)
        self.times = {}

    @timed
    def forward(self, x):
        return cp.tanh(x @ self.w)


model = Model(512)
y = model.forward(a)
print(model.times, float(y.sum()))
