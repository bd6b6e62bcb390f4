"""Temporaries of a size that is not known are dropped while another stream reads them, and made anew."""
import cupy as cp


class Energy:
    def __init__(self, n):
        self.side = cp.cuda.Stream(non_blocking=True)
        with self.side:
            self.total = cp.zeros(n)
        self.side.synchronize()

    def add(self, x):
        squared = cp.square(x)  # expect: CUP104
        self.side.wait_event(cp.cuda.get_current_stream().record())
        with self.side:
            self.total += squared
