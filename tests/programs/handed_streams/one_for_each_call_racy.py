"""A class that records events for its next calls is meant for calls on several streams."""
import cupy as cp


class Block:
    def __init__(self, n):
        self.gpu = cp.empty(n)
        self.done = None

    def upload(self, host: cp.ndarray, stream):
        if self.done is not None:
            stream.wait_event(self.done)
        with stream:
            self.gpu[:] = host
        self._record(stream)

    def scale(self, factor, stream):
        with stream:
            self.gpu *= factor  # expect: CUP101
        self._record(stream)

    def _record(self, stream):
        self.done = cp.cuda.Event()
        self.done.record(stream)
