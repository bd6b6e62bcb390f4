"""Decorators that pass a call on, with a message or a range for a profiler, hide nothing of the function."""

import functools
import logging

import cupy as cp
import nvtx

logger = logging.getLogger(__name__)


def told(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        logger.debug("%s begins", function.__name__)
        with nvtx.annotate(function.__name__):
            result = function(*args, **kwargs)
        print("done")
        return result

    return wrapper


def plain(function):
    def inner(*positional, **named):
        return function(*positional, **named)

    return inner


class Pipeline:
    def __init__(self):
        self.load = cp.cuda.Stream(non_blocking=True)
        self.work = cp.cuda.Stream(non_blocking=True)
        self.data = cp.zeros(9)
        cp.cuda.Device().synchronize()

    @told
    def fill(self, value):
        with self.load:
            self.data.fill(value)  # expect: CUP102

    @plain
    @told
    def total(self):
        self.work.wait_event(self.load.record())
        with self.work:
            return self.data.sum()


@plain
def handed(x: cp.ndarray):
    stream = cp.cuda.Stream(non_blocking=True)
    with stream:
        y = x + 1  # expect: CUP101
    stream.synchronize()
    return y
