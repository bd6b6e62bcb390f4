# What a method insists on has been set by then, though no method of the class sets it.
import time

import cupy as cp


class Tile:
    def __init__(self, comm):
        self.comm = comm
        self.matrix = None
        self.factor = None

    def load(self, matrix):
        self.matrix = matrix

    def product(self):
        assert self.matrix is not None
        assert self.factor is not None
        a, b = cp.asarray(self.matrix), cp.asarray(self.factor)
        start = time.perf_counter()
        c = a @ b
        stop = time.perf_counter()  # expect: CUP501
        self.comm.log({"product": stop - start})
        return c
