"""A metaclass that gives the one object of each class: two classes, two streams."""

import cupy as cp


class Single(type):
    _objects = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls._objects:
            cls._objects[cls] = super().__call__(*args, **kwargs)
        return cls._objects[cls]


class Load(metaclass=Single):
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)


class Search(metaclass=Single):
    def __init__(self):
        self.stream = cp.cuda.Stream(non_blocking=True)


def series(samples):
    with Load().stream:
        return cp.asarray(samples) * 2


def peaks(samples, limit):
    found = series(samples)
    with Search().stream:
        return cp.flatnonzero(found > limit).get()  # expect: CUP101
