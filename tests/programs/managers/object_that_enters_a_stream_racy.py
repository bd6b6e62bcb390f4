"""An object of the file makes a stream current: nobody else knows it, so the stream stays that of its owner."""

import cupy as cp


class On:
    def __init__(self, stream):
        self._stream = stream

    def __enter__(self):
        self._stream.__enter__()
        return self

    def __exit__(self, *args):
        self._stream.__exit__(*args)


class Total:
    def __init__(self, n):
        self._stream = cp.cuda.Stream(non_blocking=True)
        with On(self._stream):
            self._total = cp.zeros(n)

    def add(self, x):
        with On(self._stream):
            self._total += cp.abs(x.real)  # expect: CUP101

    def total(self):
        with On(self._stream):
            return self._total.get()


def filtered(x: cp.ndarray):
    side = cp.cuda.Stream(non_blocking=True)
    side.wait_event(cp.cuda.get_current_stream().record())
    with On(side):
        y = cp.fft.fft(x)
    return y  # expect: CUP103
