"""Each call keeps the array of the last one, which is one call too few."""
import cupy as cp


class Energy:
    def __init__(self, n):
        self.side = cp.cuda.Stream(non_blocking=True)
        with self.side:
            self.total = cp.zeros(n)
        self.kept = None
        self.side.synchronize()

    def add(self, x):
        squared = cp.square(x)  # expect: CUP104
        self.side.wait_event(cp.cuda.get_current_stream().record())
        with self.side:
            self.total += squared
        self.kept = squared
