import cupy as cp
import numpy as np

s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Bus:
    def __init__(self):
        self.functions = []

    def add_callback(self, function):
        self.functions.append(function)


bus = Bus()
bus.add_callback(lambda: x.sum())
