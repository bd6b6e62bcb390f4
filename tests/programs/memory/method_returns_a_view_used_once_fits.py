# device-memory: 256MiB

import cupy as cp


class Grid:
    def __init__(self, n):
        self.cells = cp.zeros((n, n), dtype=cp.float32)

    def inner(self):
        return self.cells[1:-1, 1:-1]


def make():
    return float(Grid(5000).inner().sum())


inner = make()
a = cp.ones((5000, 5000), dtype=cp.float32)
b = cp.sqrt(a)
