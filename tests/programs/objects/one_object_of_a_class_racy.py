"""A class of which there is one object: `__new__` makes it once, and everybody gets its streams."""

import cupy as cp


class Lanes:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            lanes = super().__new__(cls)
            lanes.load = cp.cuda.Stream(non_blocking=True)
            lanes.search = cp.cuda.Stream(non_blocking=True)
            cls._instance = lanes
        return cls._instance


class Plain:
    _instance = None

    def __new__(cls, *args):
        if not cls._instance:
            cls._instance = object.__new__(cls)
        return cls._instance

    def __init__(self, size):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.values = cp.ones(size)


def series(samples):
    with Lanes().load:
        return cp.asarray(samples) * 2


def peaks(found, limit):
    with Lanes().search:
        return cp.flatnonzero(found > limit).get()  # expect: CUP101


def search(samples):
    return peaks(series(samples), 3)


def total():
    return float(Plain(1 << 20).values.sum())  # expect: CUP103
