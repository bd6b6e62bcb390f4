import functools

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print(function)
        return function(*args, **kwargs)

    return wrapper


class Loader:
    def __init__(self, stream):
        self.stream = stream

    @logged
    def load(self, values):
        with self.stream:
            return values * 2


loader = Loader(s1)
a = loader.load(x)
with s2:
    b = a + 1  # expect: CUP101
