import functools
import cupy as cp
copier = cp.cuda.Stream(non_blocking=True)


def on_copier(function):
    @functools.wraps(function)
    def inner(*args):
        with copier:
            return function(*args)
    return inner
