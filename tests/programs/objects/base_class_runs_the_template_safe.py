"""Inheritance: base class runs the template, subclasses supply the kernel."""

import abc

import cupy as cp
import numpy as np


class Stage(abc.ABC):
    def __init__(self, name):
        self.name = name
        self.stream = cp.cuda.Stream(non_blocking=True)

    def __call__(self, x, after=None):
        if after is not None:
            self.stream.wait_event(after)
        with self.stream:
            y = self.process(x)
        return y, self.stream.record()

    @abc.abstractmethod
    def process(self, x): ...


class Upload(Stage):
    def process(self, x):
        return cp.asarray(x)


class Scale(Stage):
    def __init__(self, name, factor):
        super().__init__(name)
        self.factor = factor

    def process(self, x):
        return x * self.factor


class Histogram(Stage):
    def process(self, x):
        h, _ = cp.histogram(x, bins=32)
        return h


def run(stages, x):
    event = None
    kept = []
    for stage in stages:
        x, event = stage(x, event)
        kept.append(x)
    event.synchronize()
    return x, kept


def main():
    stages = [Upload("up"), Scale("x2", 2.0), Histogram("hist")]
    h, _ = run(stages, np.random.rand(10000))
    print(h.sum(), h.argmax())


if __name__ == "__main__":
    main()
