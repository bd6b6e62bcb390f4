"""The same stream, whoever asks the class of which there is one object."""

import cupy as cp


class Lane:
    _instance = None

    def __new__(cls):
        if cls._instance is None:
            lane = super().__new__(cls)
            lane.stream = cp.cuda.Stream(non_blocking=True)
            cls._instance = lane
        return cls._instance


def series(samples):
    with Lane().stream:
        return cp.asarray(samples) * 2


def peaks(found, limit):
    with Lane().stream:
        return cp.flatnonzero(found > limit).get()


def search(samples):
    return peaks(series(samples), 3)


class Number(float):
    def __new__(cls, value):
        made = super().__new__(cls, value)
        made.stream = cp.cuda.Stream(non_blocking=True)
        return made


def used(samples):
    number = Number(3)
    with number.stream:
        found = cp.asarray(samples) * number
    number.stream.synchronize()
    return found.get()
