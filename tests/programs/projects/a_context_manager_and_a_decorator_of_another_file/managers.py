from contextlib import contextmanager
import functools
import cupy as cp

@contextmanager
def waiting(stream):
    with stream:
        yield stream
    stream.synchronize()

@contextmanager
def on(stream):
    with stream:
        yield stream

def finished(stream):
    def decorate(function):
        @functools.wraps(function)
        def inner(*args):
            result = function(*args)
            stream.synchronize()
            return result
        return inner
    return decorate
