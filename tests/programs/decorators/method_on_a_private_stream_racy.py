import functools

import cupy as cp


def on_private_stream(method):
    @functools.wraps(method)
    def wrapper(self, *args, **kwargs):
        caller = cp.cuda.get_current_stream()
        with self.stream:
            result = method(self, *args, **kwargs)
        caller.wait_event(self.stream.record())
        return result

    return wrapper


class Solver:
    def __init__(self, shape):
        self.stream = cp.cuda.Stream(non_blocking=True)
        with self.stream:
            self.observed = cp.ones(shape)

    @on_private_stream
    def load(self, image: cp.ndarray):
        self.observed[...] = image  # expect: CUP101
