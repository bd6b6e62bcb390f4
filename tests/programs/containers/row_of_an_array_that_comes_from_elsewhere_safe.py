"""What is stored in a row of an array is copied: the row is not what was stored."""
import cupy as cp


class Halo:
    def __init__(self, field):
        self.stream = cp.cuda.Stream(non_blocking=True)
        self.received = cp.empty(field.shape[1], field.dtype)
        self.field = field

    def step(self, total: cp.ndarray):
        self.received[...] = 1
        self.stream.wait_event(cp.cuda.get_current_stream().record())
        with self.stream:
            self.field[0] = self.received
        cp.cuda.get_current_stream().wait_event(self.stream.record())
        with self.stream:
            total += self.field[0]
