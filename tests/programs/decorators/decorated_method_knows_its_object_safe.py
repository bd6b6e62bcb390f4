import functools

import cupy as cp

s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


def then_wait(function):
    @functools.wraps(function)
    def wrapper(self, *args, **kwargs):
        result = function(self, *args, **kwargs)
        self.stream.synchronize()
        return result

    return wrapper


class Loader:
    def __init__(self, stream):
        self.stream = stream

    @then_wait
    def load(self, values):
        with self.stream:
            return values * 2


loader = Loader(s1)
a = loader.load(x)
with s2:
    b = a + 1
