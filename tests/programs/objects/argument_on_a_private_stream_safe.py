"""What a method is given is still written by its caller when the object's own stream reads it."""
import cupy as cp


class Total:
    def __init__(self, n):
        self._stream = cp.cuda.Stream(non_blocking=True)
        with self._stream:
            self._total = cp.zeros(n)

    def add(self, x):
        self._stream.wait_event(cp.cuda.get_current_stream().record())
        with self._stream:
            self._total += cp.abs(x.real)

    def total(self):
        with self._stream:
            return self._total.get()
