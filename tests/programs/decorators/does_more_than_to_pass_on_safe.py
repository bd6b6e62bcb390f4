"""Decorators that wait, that choose the stream, or that call twice are followed as they are."""

import functools

import cupy as cp

side = cp.cuda.Stream(non_blocking=True)


def waits(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        result = function(*args, **kwargs)
        cp.cuda.Device().synchronize()
        return result

    return wrapper


def on_side(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        with side:
            return function(*args, **kwargs)

    return wrapper


@waits
def roots(n):
    with side:
        return cp.sqrt(cp.arange(n))


@on_side
def doubled(x):
    return x * 2


with side:
    a = roots(9)
b = doubled(a)
side.synchronize()
print(a + b)
