"""Methods behind decorators that hold a lock, tell of errors or take the time come one after the other all the same."""

import functools
import threading
import time

import cupy as cp

_LOCK = threading.RLock()
_TIMES = {}


def locked(function):
    @functools.wraps(function)
    def wrapper(self, *args, **kwargs):
        with _LOCK:
            return function(self, *args, **kwargs)

    return wrapper


def told(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except RuntimeError as error:
            raise RuntimeError(f"{function.__name__} failed") from error

    return wrapper


def timed(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        begin = time.perf_counter()
        result = function(*args, **kwargs)
        took = time.perf_counter() - begin  # expect: CUP501
        if function.__name__ in _TIMES:
            _TIMES[function.__name__].append(took)
        print(function.__name__, took)
        return result

    return wrapper


class Field:
    def __init__(self, n):
        self._side = cp.cuda.Stream(non_blocking=True)
        self._values = cp.zeros(n)
        cp.cuda.Device().synchronize()

    @locked
    def load(self, host):
        with self._side:
            self._values += cp.asarray(host)  # expect: CUP102

    @told
    def total(self):
        return self._values.sum()  # expect: CUP103

    @timed
    def half(self):
        return self._values / 2  # expect: CUP103
