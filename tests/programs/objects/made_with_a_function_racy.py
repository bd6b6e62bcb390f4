"""What a class calls is handed in by the function that returns an object of it."""
import cupy as cp


class Filter:
    def __init__(self, step, shape):
        self._step = step
        self._stream = cp.cuda.Stream(non_blocking=True)
        self._out = cp.zeros(shape)
        cp.cuda.Device().synchronize()

    def __call__(self, x):
        caller = cp.cuda.get_current_stream()
        self._stream.wait_event(caller.record())
        with self._stream:
            self._step(x, self._out)
        result = self._out.copy()  # expect: CUP103
        caller.wait_event(self._stream.record())
        self._stream.wait_event(caller.record())
        return result


def double(x, out):
    cp.multiply(x, 2, out=out)


def make_filter(shape):
    return Filter(double, shape)
