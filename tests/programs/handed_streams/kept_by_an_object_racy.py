"""A constructor keeps the streams that it is given."""
import cupy as cp


class Pipe:
    def __init__(self, load_stream, work_stream):
        self.load_stream, self.n = load_stream, 0
        self.work_stream = work_stream

    def run(self, x: cp.ndarray):
        with self.load_stream:
            y = x * 2
        with self.work_stream:
            z = y + 1  # expect: CUP101
        self.load_stream.synchronize()
        self.work_stream.synchronize()
        return z
