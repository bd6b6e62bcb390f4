import cupy as cp
import numpy as np

y = cp.ones(1 << 20)
cp.cuda.Device().synchronize()


class Loader:
    def __init__(self, rows):
        self.rows = rows

    def load(self, size):
        work = cp.zeros((size, 4))
        buffer = cp.empty((size, 4))
        io = cp.cuda.Stream(non_blocking=True)
        done = cp.cuda.Event()
        buffer.set(self.rows[:size], stream=io)  # expect: CUP104
        done.record(io)
        cp.cuda.get_current_stream().wait_event(done)
        cp.multiply(buffer, 2, out=work)
        return work
