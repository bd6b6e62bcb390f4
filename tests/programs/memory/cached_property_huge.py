# device-memory: 256MiB

from functools import cached_property

import cupy as cp


class Model:
    def __init__(self, n):
        self.n = n

    @cached_property
    def weights(self):
        return cp.ones((self.n, self.n), dtype=cp.float32)


model = Model(5000)
total = float(model.weights.sum())
a = cp.ones((5000, 5000), dtype=cp.float32)
b = a + model.weights  # expect: CUP402
