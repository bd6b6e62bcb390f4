"""A base class calls a method that only its subclasses have."""
import cupy as cp


class Engine:
    def __init__(self, n):
        self.copy_stream, self.work_stream = cp.cuda.Stream(), cp.cuda.Stream()
        self.x = cp.zeros(n)
        cp.cuda.get_current_stream().synchronize()

    def step(self, host):
        self._load(host)
        with self.work_stream:
            self.x += 1  # expect: CUP101
        self.copy_stream.synchronize()
        self.work_stream.synchronize()


class Pinned(Engine):
    def _load(self, host):
        self.x.set(host, stream=self.copy_stream)
