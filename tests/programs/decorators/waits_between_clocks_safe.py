"""Decorators that do more than to pass a call on: they wait for the work, or leave the call out."""

import functools
import time

import cupy as cp


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        begin = time.perf_counter()
        result = function(*args, **kwargs)
        cp.cuda.Device().synchronize()
        print(time.perf_counter() - begin)
        return result

    return wrapper


def optional(function):
    @functools.wraps(function)
    def wrapper(self, *args, **kwargs):
        if not self.is_open:
            return None
        return function(self, *args, **kwargs)

    return wrapper


class Field:
    def __init__(self, n):
        self.is_open = True
        self._side = cp.cuda.Stream(non_blocking=True)
        self._values = cp.zeros(n)
        cp.cuda.Device().synchronize()

    @timed
    def load(self, host):
        with self._side:
            self._values += cp.asarray(host)

    @optional
    def total(self):
        return self._values.sum()
