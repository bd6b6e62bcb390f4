# device-memory: 256MiB

import cupy as cp


class Field:
    def __init__(self, n):
        self.data = cp.ones((n, n), dtype=cp.float32)

    def scale(self, factor):
        self.data *= factor
        return self

    def shift(self, offset):
        self.data += offset
        return self


field = Field(5000).scale(2).shift(1).scale(3).shift(4)
other = cp.zeros_like(field.data)
