"""A method that waits for its own earlier calls is called again and again, and only at the end is all waited for."""
import cupy as cp


class Pipeline:
    def __init__(self, shape):
        self._load, self._work = (cp.cuda.Stream(non_blocking=True) for _ in range(2))
        with self._load:
            self._buffer = cp.zeros(shape)
        self._done = self._work.record()
        cp.cuda.Device().synchronize()

    def feed(self, host, total):
        self._load.wait_event(self._done)
        with self._load:
            self._buffer[...] = cp.asarray(host)
        self._work.wait_event(self._load.record())
        with self._work:
            total += self._buffer
        self._done = self._work.record()

    def finish(self):
        self._work.synchronize()
