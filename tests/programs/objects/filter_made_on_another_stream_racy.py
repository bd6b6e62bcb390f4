"""Upload on the current stream used by a side stream of a class without order."""

import cupy as cp
import numpy as np


class Filter:
    def __init__(self, taps):
        self.taps = cp.asarray(taps) / 2
        self.stream = cp.cuda.Stream(non_blocking=True)

    def __call__(self, x):
        with self.stream:
            d = cp.asarray(x)
            y = cp.convolve(d, self.taps)  # expect: CUP101
            self.stream.synchronize()
        return y


f = Filter(np.ones(5))
print(f(np.ones(100)).sum())
